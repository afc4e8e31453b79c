import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Requirement } from '../../../contract/access/permissions.ts';
import { tokenLimit } from '../../../contract/fields/limits.ts';
import type { Endpoint } from '../../../contract/http/endpoint.ts';
import { isForTokens } from '../../../contract/http/for-tokens.ts';
import { ApiError } from '../../platform/http/errors.ts';
import {
  type Authorized,
  hasSamePermissions,
  holds,
  identify,
  permissionsChanged,
  requireEndpoint,
} from '../access.ts';
import { type Actor, type App, type Context, now, type RequestInfo } from '../context.ts';

/** Before the answer is sent. */
export type OnDenial = (ctx: Context, endpoint: Endpoint, params: unknown, error: ApiError) => Promise<void>;

/** Checks the access again as it is now; downloads call it before each chunk. @throws ApiError */
export type Renew<R extends Requirement> = () => Promise<Authorized<R>>;

/** Requests with the same key have the same access, so that one renewal is enough for all of them. */
export interface SharedAccess<R extends Requirement> {
  key: string;
  renew: Renew<R>;
}

export function createRequestAccess(app: App, onDenial: OnDenial | undefined) {
  const authorized = new WeakMap<FastifyRequest, Authorized<Requirement>>();

  /** Service accounts, also those whose call is refused. */
  const callers = new WeakMap<FastifyRequest, string>();

  const identifyRequest = (request: FastifyRequest, endpoint: Endpoint) =>
    identify(app, requestInfo(request), request.headers.authorization, endpoint, (user_id) =>
      callers.set(request, user_id),
    );

  const allow = (ctx: Context, endpoint: Endpoint, request: FastifyRequest) =>
    reportDenials(onDenial, ctx, endpoint, request, () => requireEndpoint(ctx, endpoint));

  const authorizeNow = async (endpoint: Endpoint, request: FastifyRequest) =>
    allow(await identifyRequest(request, endpoint), endpoint, request);

  /** Of the latest reads, by token. Nothing is answered before it was checked (decision 92). */
  const latest = new LRUCache<string, Actor>({ max: 1000 });

  function identifyAsLately(endpoint: Endpoint, request: FastifyRequest) {
    const actor = isRead(endpoint) && latest.get(request.headers.authorization ?? '');
    if (!actor || !holds(actor, endpoint.permission)) return null;
    if (actor.token && !isForTokens(endpoint)) return null;
    if (actor.token?.isService && actor.user_id) callers.set(request, actor.user_id);
    return { app, request: requestInfo(request), actor };
  }

  /**
   * Rows and permissions are read by different statements. Whoever lost access in between would read what was written
   * since, so the permissions after the rows must be those with which the rows were read (decision 92), and who got a
   * cover since the last read gets its rows.
   */
  async function readAndCheck<T>(
    endpoint: Endpoint,
    request: FastifyRequest,
    before: Authorized<Requirement>,
    work: (ctx: Authorized<Requirement>) => Promise<T>,
  ): Promise<T> {
    const { authorization = '' } = request.headers;
    let ctx = before;
    for (let attempt = 1; attempt <= maxReads; attempt++) {
      const [outcome] = await Promise.allSettled([work(ctx)]);
      latest.delete(authorization);
      const after = await authorizeNow(endpoint, request);
      latest.set(authorization, after.actor);
      const seesAll = after.actor.coversNothing || !ctx.actor.coversNothing;
      if (seesAll && hasSamePermissions(ctx.actor, after.actor)) {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      }
      ctx = after;
    }
    throw permissionsChanged();
  }

  return {
    /** Call it before the body is read. @throws ApiError 401, 403 */
    async authorize(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const ctx = identifyAsLately(endpoint, request) ?? (await identifyRequest(request, endpoint));
      // Before a refusal, so that a token cannot be refused without end.
      countUse(ctx, reply);
      request.userId = ctx.actor.user_id;
      authorized.set(request, await allow(ctx, endpoint, request));
    },

    /** After the answer. */
    recordCall(
      { method, path }: Endpoint,
      request: FastifyRequest,
      { statusCode: status }: FastifyReply,
    ): void {
      const user_id = callers.get(request);
      const { ip } = request;
      if (user_id) app.tokenUse.record(user_id, { at: now({ app }), route: `${method} ${path}`, status, ip });
    },

    async runAuthorized<T>(
      endpoint: Endpoint,
      request: FastifyRequest,
      work: (ctx: Authorized<Requirement>) => Promise<T>,
    ): Promise<T> {
      const ctx = authorized.get(request);
      if (!ctx) throw new Error(`${request.method} ${request.url} was not authorized`);
      return isRead(endpoint)
        ? readAndCheck(endpoint, request, ctx, work)
        : reportDenials(onDenial, ctx, endpoint, request, () => work(ctx));
    },
  };
}

const { burst, per_second } = tokenLimit;
/** What is spent is there again after this time: all of it, or a part after a part. */
const limitPolicy = `"token";q=${burst};w=${burst / per_second}`;

/** Headers as in draft-ietf-httpapi-ratelimit-headers. @throws ApiError 429 */
function countUse({ app, actor, request }: Context, reply: FastifyReply): void {
  const use = actor.token && app.tokenUse.admit(actor.token.id, request.ip);
  if (!use) return;
  reply.header('ratelimit-policy', limitPolicy);
  reply.header('ratelimit', `"token";r=${use.remaining};t=${use.full_in}`);
  if (use.isAllowed) return;
  throw new ApiError('rate_limited', 'Too many requests with this API token. Wait a few seconds.', {
    retry_after_seconds: use.retry_in,
  });
}

async function reportDenials<T>(
  onDenial: OnDenial | undefined,
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

/** Checked again after its rows. */
export const isRead = ({ method, permission, download, stream }: Endpoint) =>
  method === 'GET' && permission !== 'anyone' && !download && !stream;

/** For downloads and streams. It does not hold the request in memory. */
export function renewalOf<E extends Endpoint>(
  app: App,
  endpoint: E,
  request: FastifyRequest,
): Renew<E['permission']> {
  const info = requestInfo(request);
  const { authorization } = request.headers;
  return async () => requireEndpoint(await identify(app, info, authorization, endpoint), endpoint);
}

const maxReads = 3;

export function requestInfo(request: FastifyRequest): RequestInfo {
  return { id: request.id, ip: request.ip, user_agent: request.headers['user-agent'] ?? '', via: 'screen' };
}
