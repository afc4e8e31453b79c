import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Answer, Endpoint, Received } from '../../../contract/endpoint.ts';
import type { FieldIssue } from '../../../contract/errors.ts';
import { bodyMaxBytes } from '../../../contract/limits.ts';
import type { Requirement } from '../../../contract/permissions.ts';
import { type Authorized, identify, requirePermission } from '../access.ts';
import type { App, Context, RequestInfo } from '../context.ts';
import { ApiError } from '../errors.ts';
import { createDownloads } from './downloads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The failure text of the endpoint, for the error handler. */
    failure?: string;
    searchFailure?: string;
  }
}

interface Extras {
  /** The `updated_at` that the caller last saw, from `If-Match`; null makes the change unconditional. */
  ifMatch: string | null;
  /** Sets an answer header. */
  header(name: string, value: string): void;
}

export type Handler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  received: Received<E> & Extras,
) => Promise<Answer<E>>;

/** A file that is made while it is sent. An `ApiError` out of its body breaks the transfer off. */
export interface Download {
  filename: string;
  body: AsyncIterable<string>;
}

/**
 * Authorises the same request anew: with the session, the user and the permissions of this moment. What is sent
 * for longer than a moment asks it again and again.
 * @throws ApiError as the request itself would be refused now.
 */
export type Renew<R extends Requirement> = () => Promise<Authorized<R>>;

type DownloadHandler<E extends Endpoint> = (
  ctx: Authorized<E['permission']>,
  received: Received<E> & { renew: Renew<E['permission']> },
) => Promise<Download>;

/** Hears of a user who was refused a change, before they are told. */
export type OnDenial = (ctx: Context, endpoint: Endpoint, params: unknown, error: ApiError) => Promise<void>;

interface Options {
  /** Validates every answer against the contract (tests do). */
  checkAnswers?: boolean;
  onDenial?: OnDenial;
}

export interface Routes {
  add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  addDownload<const E extends Endpoint>(endpoint: E, handler: DownloadHandler<E>): void;
  /** Everything added so far, for the OpenAPI document and the tests that walk all endpoints. */
  readonly endpoints: readonly Endpoint[];
}

/**
 * Serves contract endpoints: authorizes before the body is read, so that nobody can make the server hold what is not
 * allowed anyway; then validates, then calls the handler.
 */
export function createRoutes(
  server: FastifyInstance,
  app: App,
  { checkAnswers = false, onDenial }: Options = {},
): Routes {
  const endpoints: Endpoint[] = [];
  const downloads = createDownloads();

  type Serve = (
    ctx: Authorized<Requirement>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<unknown>;

  const caller = (request: FastifyRequest, endpoint: Endpoint) =>
    identify(app, requestInfo(request), request.headers.authorization, endpoint);

  const admitted = new WeakMap<FastifyRequest, Authorized<Requirement>>();

  /** Tells of a refused change before the user hears of it. */
  async function recordingDenials<T>(
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

  async function admit(endpoint: Endpoint, request: FastifyRequest) {
    const ctx = await caller(request, endpoint);
    request.userId = ctx.actor.user_id;
    admitted.set(
      request,
      await recordingDenials(ctx, endpoint, request, () => requirePermission(ctx, endpoint.permission)),
    );
  }

  function admittedTo(request: FastifyRequest): Authorized<Requirement> {
    const ctx = admitted.get(request);
    if (!ctx) throw new Error(`${request.method} ${request.url} was not authorized`);
    return ctx;
  }

  function serve(endpoint: Endpoint, answer: Serve) {
    endpoints.push(endpoint);
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.body && endpoint.permission !== 'anyone' && { bodyLimit: bodyMaxBytes }),
      onRequest: (request) => admit(endpoint, request),
      // A HEAD would do the work of the GET, and write down an export or a read mail that nobody got.
      exposeHeadRoute: false,
      config: {
        failure: endpoint.failure,
        ...(endpoint.searchFailure && { searchFailure: endpoint.searchFailure }),
      },
      handler: async (request, reply) => {
        const ctx = admittedTo(request);
        reply.header('cache-control', 'no-store');
        return recordingDenials(ctx, endpoint, request, () => answer(ctx, request, reply));
      },
    });
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
        if (!endpoint.response) return reply.code(204).send();
        if (checkAnswers) check(endpoint, answer, reply);
        return answer;
      });
    },
    addDownload<const E extends Endpoint>(endpoint: E, handler: DownloadHandler<E>) {
      serve(endpoint, async (ctx, request, reply) => {
        const received = receive(endpoint, request);
        const download = downloads.begin(ctx.actor.user_id, reply.raw);
        const { filename, body } = await handler(ctx as Authorized<E['permission']>, {
          ...received,
          renew: async () => requirePermission(await caller(request, endpoint), endpoint.permission),
        });
        return reply
          .type(endpoint.download ?? 'application/octet-stream')
          .header('content-disposition', `attachment; filename="${filename}"`)
          .send(download.stream(untilRefused(body, reply)));
      });
    },
  };
}

/**
 * Ends the connection where the rest is refused: half a file must not look like a whole one, and the status has
 * left long ago.
 */
async function* untilRefused(body: AsyncIterable<string>, reply: FastifyReply): AsyncGenerator<string> {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reply.log.info({ code: error.code }, 'a transfer was broken off');
    reply.raw.destroy();
  }
}

export function requestInfo(request: FastifyRequest): RequestInfo {
  return { id: request.id, ip: request.ip, user_agent: request.headers['user-agent'] ?? '', via: 'screen' };
}

/** All parts are checked before any is refused, so that a caller learns of every issue at once. */
function receive<E extends Endpoint>(endpoint: E, request: FastifyRequest): Received<E> {
  const issues: FieldIssue[] = [];
  const parse = (schema: Endpoint['body'], value: unknown) => {
    if (!schema) return undefined;
    const result = z.safeParse(schema, value);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      issues.push({ path: issue.path.join('.'), message: issue.message });
    return undefined;
  };
  const params = z.safeParse(endpoint.params ?? z.unknown(), request.params);
  const query = parse(endpoint.query, request.query);
  const body = parse(endpoint.body, request.body ?? undefined);
  if (issues.length > 0) {
    throw new ApiError('validation_failed', issues.map((issue) => describe(issue)).join('. '), { issues });
  }
  // An id that is no UUID names nothing, exactly like an unknown one.
  if (!params.success) throw new ApiError('not_found', 'It does not exist, or is outside your locations.');
  return { params: params.data, query, body } as Received<E>;
}

/** The rules' messages name their field themselves; generic ones get it in front. */
function describe({ path, message }: FieldIssue) {
  return path && /^(Required|Must|Contains|Invalid)/.test(message) ? `${path}: ${message}` : message;
}

function readIfMatch(request: FastifyRequest): string | null {
  const header = request.headers['if-match'];
  if (!header || header === '*') return null;
  return header.replace(/^W\//, '').replaceAll('"', '');
}

function check(endpoint: Endpoint, answer: unknown, reply: FastifyReply) {
  const result = z.safeParse(z.strictObject({ answer: endpoint.response ?? z.unknown() }), { answer });
  if (result.success) return;
  reply.log.error({ endpoint: endpoint.path, issues: result.error.issues }, 'the answer breaks the contract');
  throw new Error(
    `The answer of ${endpoint.method} ${endpoint.path} breaks the contract: ${JSON.stringify(result.error.issues)}`,
  );
}
