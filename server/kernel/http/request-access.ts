import type { FastifyRequest } from 'fastify';
import type { Requirement } from '../../../contract/access/permissions.ts';
import type { Endpoint } from '../../../contract/http/endpoint.ts';
import { type Authorized, identify, permissionsChanged, requirePermission } from '../access.ts';
import type { App, Context, RequestInfo } from '../context.ts';
import { ApiError } from '../errors.ts';

/** Before the answer is sent. */
export type OnDenial = (ctx: Context, endpoint: Endpoint, params: unknown, error: ApiError) => Promise<void>;

/** Checks the access again as it is now; downloads call it before each chunk. @throws ApiError */
export type Renew<R extends Requirement> = () => Promise<Authorized<R>>;

export function createRequestAccess(app: App, onDenial: OnDenial | undefined) {
  const authorized = new WeakMap<FastifyRequest, Authorized<Requirement>>();

  const identifyRequest = (request: FastifyRequest, endpoint: Endpoint) =>
    identify(app, requestInfo(request), request.headers.authorization, endpoint);

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

  /**
   * Rows are read after the permissions. Whoever lost them in between would read what was written since, so they are
   * checked once more (decision 92). Changes recheck the actor in their transaction, and downloads before each chunk.
   */
  async function recheckReader(ctx: Context, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    const isRead = endpoint.method === 'GET' && endpoint.permission !== 'anyone' && !endpoint.download;
    if (!isRead || app.database.dialect === 'sqlite') return;
    const { actor } = await identifyRequest(request, endpoint);
    if ([...ctx.actor.permissions].some((permission) => !actor.permissions.has(permission)))
      throw permissionsChanged();
  }

  return {
    /** Call it before the body is read. @throws ApiError 401, 403 */
    async authorize(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
      const ctx = await identifyRequest(request, endpoint);
      request.userId = ctx.actor.user_id;
      authorized.set(
        request,
        await reportDenials(ctx, endpoint, request, () => requirePermission(ctx, endpoint.permission)),
      );
    },

    async runAuthorized<T>(
      endpoint: Endpoint,
      request: FastifyRequest,
      work: (ctx: Authorized<Requirement>) => Promise<T>,
    ): Promise<T> {
      const ctx = authorized.get(request);
      if (!ctx) throw new Error(`${request.method} ${request.url} was not authorized`);
      const answer = await reportDenials(ctx, endpoint, request, () => work(ctx));
      await recheckReader(ctx, endpoint, request);
      return answer;
    },

    async renew<E extends Endpoint>(
      endpoint: E,
      request: FastifyRequest,
    ): Promise<Authorized<E['permission']>> {
      return requirePermission(await identifyRequest(request, endpoint), endpoint.permission);
    },
  };
}

export function requestInfo(request: FastifyRequest): RequestInfo {
  return { id: request.id, ip: request.ip, user_agent: request.headers['user-agent'] ?? '', via: 'screen' };
}
