import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Requirement } from '../../../contract/access/permissions.ts';
import { bodyMaxBytes } from '../../../contract/fields/limits.ts';
import type { Answer, Endpoint, Received, ServerPart } from '../../../contract/http/endpoint.ts';
import type { FieldIssue } from '../../../contract/http/problem.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';
import { type Authorized, identify, requirePermission } from '../access.ts';
import type { App, Context, RequestInfo } from '../context.ts';
import { ApiError } from '../errors.ts';
import { createDownloads } from './downloads.ts';
import { acceptFiles, createUploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The failure text of the endpoint, for the error handler. */
    failure?: string;
    searchFailure?: string;
    /** The body may take longer to arrive. */
    takesFile?: boolean;
  }
}

interface Extras {
  /** The `updated_at` that the client last saw, from `If-Match`; null makes the change unconditional. */
  ifMatch: string | null;
  /** Sets an answer header. */
  header(name: string, value: string): void;
}

export type Handler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  received: Received<E> & Extras,
) => Promise<Answer<E>>;

/** A file that is generated while it is sent. An `ApiError` thrown by its body ends the transfer. */
export interface Download {
  filename: string;
  body: AsyncIterable<string>;
}

/**
 * Authorizes the same request again, with the current session, user and permissions. Downloads call it before each
 * chunk.
 * @throws ApiError if the request would be refused now.
 */
export type Renew<R extends Requirement> = () => Promise<Authorized<R>>;

type DownloadHandler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  received: Received<E> & { renew: Renew<E['permission']> },
) => Promise<Download>;

type UploadHandler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  received: Received<E> & { file: AsyncIterable<Buffer> },
) => Promise<Answer<E>>;

/** Called when a user is refused a change, before the answer is sent. */
export type OnDenial = (ctx: Context, endpoint: Endpoint, params: unknown, error: ApiError) => Promise<void>;

interface Options {
  /** Validates every answer against the contract (in tests). */
  checkAnswers?: boolean;
  onDenial?: OnDenial;
}

export interface Routes {
  add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  addDownload<const E extends Endpoint>(endpoint: E, handler: DownloadHandler<E>): void;
  /** The handler checks further permissions before it reads `file`, which throws when it becomes too large. */
  addUpload<const E extends Endpoint>(endpoint: E, handler: UploadHandler<E>): void;
  /** All endpoints added so far, for the OpenAPI document and for tests. */
  readonly endpoints: readonly Endpoint[];
}

/**
 * Serves the endpoints of the contract: authorizes before the body is read, so that nobody can send a large body
 * without permission; then validates; then calls the handler.
 */
export function createRoutes(
  server: FastifyInstance,
  app: App,
  { checkAnswers = false, onDenial }: Options = {},
): Routes {
  const endpoints: Endpoint[] = [];
  const downloads = createDownloads();
  const uploads = createUploads();

  type Serve = (
    ctx: Authorized<Requirement>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<unknown>;

  const identifyRequest = (request: FastifyRequest, endpoint: Endpoint) =>
    identify(app, requestInfo(request), request.headers.authorization, endpoint);

  const authorized = new WeakMap<FastifyRequest, Authorized<Requirement>>();

  /** Reports a refused change before the answer is sent. */
  async function reportDenials<T>(
    ctx: Context,
    endpoint: Endpoint,
    request: FastifyRequest,
    work: () => T | Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isWrite = endpoint.method !== 'GET';
      if (isWrite && error instanceof ApiError && error.isDenial) {
        await onDenial?.(ctx, endpoint, request.params, error);
      }
      throw error;
    }
  }

  async function authorize(endpoint: Endpoint, request: FastifyRequest) {
    const ctx = await identifyRequest(request, endpoint);
    request.userId = ctx.actor.user_id;
    authorized.set(
      request,
      await reportDenials(ctx, endpoint, request, () => requirePermission(ctx, endpoint.permission)),
    );
  }

  function authorizedFor(request: FastifyRequest): Authorized<Requirement> {
    const ctx = authorized.get(request);
    if (!ctx) throw new Error(`${request.method} ${request.url} was not authorized`);
    return ctx;
  }

  function serve(endpoint: Endpoint, answer: Serve, on = server, takesFile = false) {
    endpoints.push(endpoint);
    on.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(serverPartOf(endpoint).body && endpoint.permission !== 'anyone' && { bodyLimit: bodyMaxBytes }),
      onRequest: (request) => authorize(endpoint, request),
      // HEAD would run the GET, and record an export or the reading of an email that nobody got.
      exposeHeadRoute: false,
      config: {
        failure: endpoint.failure,
        ...(endpoint.searchFailure && { searchFailure: endpoint.searchFailure }),
        ...(takesFile && { takesFile }),
      },
      handler: async (request, reply) => {
        const ctx = authorizedFor(request);
        reply.header('cache-control', 'no-store');
        return reportDenials(ctx, endpoint, request, () => answer(ctx, request, reply));
      },
    });
  }

  function send(endpoint: Endpoint, answer: unknown, reply: FastifyReply) {
    if (!serverPartOf(endpoint).response) return reply.code(204).send();
    if (checkAnswers) check(endpoint, answer, reply);
    return answer;
  }

  return {
    endpoints,
    add<const E extends Endpoint>(endpoint: E, handler: Handler<E>) {
      serve(endpoint, async (ctx, request, reply) => {
        const answer = await handler(ctx as Authorized<E['permission']>, {
          ...receive(endpoint, request),
          ifMatch: readIfMatch(request),
          header: (name, value) => void reply.header(name, value),
        });
        return send(endpoint, answer, reply);
      });
    },
    addDownload<const E extends Endpoint>(endpoint: E, handler: DownloadHandler<E>) {
      serve(endpoint, async (ctx, request, reply) => {
        const received = receive(endpoint, request);
        const download = downloads.begin(ctx.actor.user_id, reply.raw);
        const { filename, body } = await handler(ctx as Authorized<E['permission']>, {
          ...received,
          renew: async () => requirePermission(await identifyRequest(request, endpoint), endpoint.permission),
        });
        return reply
          .type(endpoint.download ?? 'application/octet-stream')
          .header('content-disposition', `attachment; filename="${filename}"`)
          .send(download.stream(closeOnRefusal(body, reply)));
      });
    },
    addUpload<const E extends Endpoint>(endpoint: E, handler: UploadHandler<E>) {
      server.register(async (on) => {
        acceptFiles(on);
        const answer: Serve = async (ctx, request, reply) => {
          const received = receive(endpoint, request);
          const answer = await uploads.receive(request, (file) =>
            handler(ctx as Authorized<E['permission']>, { ...received, file }),
          );
          return send(endpoint, answer, reply);
        };
        serve(endpoint, answer, on, true);
      });
    },
  };
}

/**
 * Closes the connection when a later part is refused. The status was sent long ago, and half a file must not look
 * complete.
 */
async function* closeOnRefusal(body: AsyncIterable<string>, reply: FastifyReply): AsyncGenerator<string> {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reply.log.info({ code: error.code }, 'a download was cut off');
    reply.raw.destroy();
  }
}

export function requestInfo(request: FastifyRequest): RequestInfo {
  return { id: request.id, ip: request.ip, user_agent: request.headers['user-agent'] ?? '', via: 'screen' };
}

/** Validates all parts before refusing, so that the client learns of every issue at once. */
function receive<E extends Endpoint>(endpoint: E, request: FastifyRequest): Received<E> {
  const schemas = serverPartOf(endpoint);
  const issues: FieldIssue[] = [];
  const parse = (schema: ServerPart['body'], value: unknown) => {
    if (!schema) return undefined;
    const result = z.safeParse(schema, value);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      issues.push({ path: issue.path.join('.'), message: issue.message });
    return undefined;
  };
  const params = z.safeParse(schemas.params ?? z.unknown(), request.params);
  const query = parse(schemas.query, request.query);
  const body = parse(schemas.body, request.body ?? undefined);
  if (issues.length > 0) {
    throw new ApiError('validation_failed', issues.map((issue) => describe(issue)).join('. '), { issues });
  }
  // An id that is not a UUID is answered like an unknown one.
  if (!params.success) throw new ApiError('not_found', 'It does not exist, or is outside your locations.');
  return { params: params.data, query, body } as Received<E>;
}

/** Adds the field's path to generic messages; our own messages name their field. */
function describe({ path, message }: FieldIssue) {
  return path && /^(Required|Must|Contains|Invalid)/.test(message) ? `${path}: ${message}` : message;
}

function readIfMatch(request: FastifyRequest): string | null {
  const header = request.headers['if-match'];
  if (!header || header === '*') return null;
  return header.replace(/^W\//, '').replaceAll('"', '');
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
