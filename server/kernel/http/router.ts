import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Requirement } from '../../../contract/access/permissions.ts';
import { bodyMaxBytes, fileMaxBytes } from '../../../contract/fields/limits.ts';
import type { Answer, Endpoint, Received } from '../../../contract/http/endpoint.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';
import { createDownloads } from '../../platform/http/downloads.ts';
import { ApiError, logFault } from '../../platform/http/errors.ts';
import { readIfMatch, receive } from '../../platform/http/receive.ts';
import { type ArrivingFile, acceptFiles } from '../../platform/http/uploads.ts';
import type { Authorized } from '../access.ts';
import type { App } from '../context.ts';
import { resolveDays } from './named-days.ts';
import {
  createRequestAccess,
  type OnDenial,
  type Renew,
  renewalOf,
  type SharedAccess,
} from './request-access.ts';
import { createStreams, type Stream } from './streams.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the error handler. */
    failure?: string;
    searchFailure?: string;
    /** Its body may take longer to arrive. */
    takesFile?: boolean;
    /** Its answer lasts for an hour. */
    isStream?: boolean;
  }
}

interface Version {
  /** The `updated_at` that the client saw last; null makes the change unconditional. */
  ifMatch: string | null;
}

export type Handler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  received: Received<E> & (E extends { ifMatch: true } ? Version : unknown),
) => Promise<Answer<E>>;

/** Generated while it is sent. An `ApiError` thrown by its body ends the transfer. */
export interface Download {
  filename: string;
  body: AsyncIterable<string>;
}

type DownloadHandler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  received: Received<E> & { renew: Renew<E['permission']> },
) => Promise<Download>;

type UploadHandler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  received: Received<E> & { file: ArrivingFile },
) => Promise<Answer<E>>;

type StreamHandler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  stream: Stream,
  access: SharedAccess<E['permission']>,
) => Promise<void>;

interface Options {
  /** For tests. */
  checkAnswers?: boolean;
  onDenial?: OnDenial;
}

type RequestAccess = ReturnType<typeof createRequestAccess>;

type Serve = (ctx: Authorized<Requirement>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export type Routes = ReturnType<typeof createRoutes>;

/** Authorizes before the body is read, so that nobody can send a large body without permission. */
export function createRoutes(server: FastifyInstance, app: App, options: Options = {}) {
  /** For the OpenAPI document and tests. */
  const endpoints: Endpoint[] = [];
  const downloads = createDownloads();
  const streams = createStreams(app.meters);
  server.addHook('preClose', async () => streams.stop());
  const access = createRequestAccess(app, options.onDenial);

  function serve(endpoint: Endpoint, answer: Serve, on = server, takesFile = false) {
    endpoints.push(endpoint);
    on.route(routeOf(endpoint, answer, access, takesFile));
  }

  const read = <E extends Endpoint>(ctx: Authorized<Requirement>, endpoint: E, request: FastifyRequest) =>
    resolveDays(ctx as Authorized, endpoint, receive(endpoint, request));

  function send(endpoint: Endpoint, answer: unknown, reply: FastifyReply) {
    if (!serverPartOf(endpoint).response) return reply.code(204).send();
    if (options.checkAnswers) check(endpoint, answer, reply);
    return answer;
  }

  return {
    endpoints,
    add<const E extends Endpoint>(endpoint: E, handler: Handler<E>) {
      serve(endpoint, async (ctx, request, reply) => {
        const received = { ...(await read(ctx, endpoint, request)), ifMatch: readIfMatch(request) };
        const answer = await handler(ctx as Authorized<E['permission']>, received);
        return send(endpoint, answer, reply);
      });
    },
    addDownload<const E extends Endpoint>(endpoint: E, handler: DownloadHandler<E>) {
      serve(endpoint, async (ctx, request, reply) => {
        const received = await read(ctx, endpoint, request);
        const download = downloads.begin(ownerOf(ctx), reply.raw);
        const renew = renewalOf<E>(app, endpoint, request);
        try {
          const made = await handler(ctx as Authorized<E['permission']>, { ...received, renew });
          const pieces = closeOnRefusal(await beginPieces(made.body), reply);
          reply.header('content-disposition', `attachment; filename="${made.filename}"`);
          return reply.type(endpoint.download ?? 'application/octet-stream').send(download.stream(pieces));
        } catch (error) {
          // Its connection closes a moment after the refusal, when the next request may be here already.
          download.end();
          throw error;
        }
      });
    },
    /** The handler sends events until the stream ends; when it rejects, the connection is closed. */
    addStream<const E extends Endpoint>(endpoint: E, handler: StreamHandler<E>) {
      serve(endpoint, async (ctx, request, reply) => {
        const reader = { user_id: ctx.actor.user_id, isAlone: isAlone(receive(endpoint, request)) };
        const stream = streams.begin(reader, reply.raw, reply.getHeaders() as OutgoingHttpHeaders);
        reply.hijack();
        const shared = { key: request.headers.authorization ?? '', renew: renewalOf(app, endpoint, request) };
        await handler(ctx as Authorized<E['permission']>, stream, shared).catch((error) => {
          logFault(request.log, error, 'a stream could not begin');
          reply.raw.destroy();
        });
      });
    },
    /** The handler checks further permissions before it parses `file`. */
    addUpload<const E extends Endpoint>(endpoint: E, handler: UploadHandler<E>) {
      server.register(async (on) => {
        acceptFiles(on);
        const answer: Serve = async (ctx, request, reply) => {
          const received = receive(endpoint, request);
          const answer = await app.uploads.receive(
            { owner: ownerOf(ctx) ?? '', request, maxBytes: endpoint.uploadMaxBytes ?? fileMaxBytes },
            (file) => handler(ctx as Authorized<E['permission']>, { ...received, file }),
          );
          return send(endpoint, answer, reply);
        };
        serve(endpoint, answer, on, true);
      });
    },
  };
}

/** A script keeps nobody from a download. */
const ownerOf = ({ actor }: Authorized<Requirement>) => actor.token?.id ?? actor.user_id;

function routeOf(endpoint: Endpoint, answer: Serve, access: RequestAccess, takesFile: boolean): RouteOptions {
  return {
    method: endpoint.method,
    url: endpoint.path,
    ...(serverPartOf(endpoint).body && endpoint.permission !== 'anyone' && { bodyLimit: bodyMaxBytes }),
    onRequest: (request, reply) => access.authorize(endpoint, request, reply),
    onResponse: async (request, reply) => access.recordCall(endpoint, request, reply),
    // HEAD would run the GET, and record an export or the reading of an email that nobody got.
    exposeHeadRoute: false,
    config: {
      failure: endpoint.failure,
      ...(endpoint.searchFailure && { searchFailure: endpoint.searchFailure }),
      ...(takesFile && { takesFile }),
      ...(endpoint.stream && { isStream: true }),
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return access.runAuthorized(endpoint, request, (ctx) => answer(ctx, request, reply));
    },
  };
}

function isAlone({ query }: { query: unknown }): boolean {
  return (query as { alone?: 'yes' }).alone !== undefined;
}

/** What fails until the first rows are there is answered like any failure: their head needs no access, and says nothing. */
async function beginPieces(body: AsyncIterable<string>): Promise<AsyncGenerator<string>> {
  const pieces = body[Symbol.asyncIterator]();
  const first = [await pieces.next(), await pieces.next()];
  return (async function* () {
    yield first.map(({ done, value }) => (done ? '' : value)).join('');
    yield* { [Symbol.asyncIterator]: () => pieces };
  })();
}

/** The status was sent long ago, and half a file must not look complete. */
async function* closeOnRefusal(body: AsyncIterable<string>, reply: FastifyReply): AsyncGenerator<string> {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reply.log.info({ code: error.code }, 'a download was cut off');
    reply.raw.destroy();
  }
}

function check(endpoint: Endpoint, answer: unknown, reply: FastifyReply) {
  const result = z.safeParse(z.strictObject({ answer: serverPartOf(endpoint).response ?? z.unknown() }), {
    answer,
  });
  if (result.success) return;
  reply.log.error({ endpoint: endpoint.path, issues: result.error.issues }, 'the answer breaks the contract');
  throw new Error(
    `The answer of ${endpoint.method} ${endpoint.path} breaks the contract: ${JSON.stringify(result.error.issues)}`,
  );
}
