import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymousContext } from '../../../kernel/access.ts';
import type { App } from '../../../kernel/context.ts';
import { requestInfo } from '../../../kernel/http/request-access.ts';
import type { SigningKeys } from '../../../kernel/sessions.ts';
import { logFault } from '../../../platform/http/errors.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import type { AccountHooks, AuthContext } from '../protocol/context.pure.ts';
import { deactivated, insufficientAal, sessionGone, userGone } from '../protocol/shared-errors.pure.ts';
import { authenticate, type User } from './authenticate.service.ts';
import { readDeviceCookie } from './device-cookie.pure.ts';

export function createContexts(app: App, keys: SigningKeys, hooks: AccountHooks) {
  const running = new Set<Promise<void>>();

  /** Waits until the answer is sent: even the first step of the work would delay it. */
  function inBackground(reply: FastifyReply, work: () => Promise<void>) {
    const answered = new Promise<void>((resolve) => void finished(reply.raw, () => resolve()));
    const done = answered
      .then(work)
      .catch((error) => logFault(app.log, error, 'a sign-in task failed after its answer'))
      .finally(() => running.delete(done));
    running.add(done);
  }

  return {
    of(request: FastifyRequest, reply: FastifyReply): AuthContext {
      const base = anonymousContext(app, requestInfo(request));
      const device = readDeviceCookie(request);
      return {
        ...base,
        keys,
        hooks,
        device,
        identified(userId) {
          request.userId = userId;
        },
        inBackground: (work) => inBackground(reply, work),
      };
    },
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** @throws AuthError as `requireAnyLevel`; 401 insufficient_aal while the second factor is missing. */
export async function requireUser(ctx: AuthContext, authorization: string | undefined): Promise<User> {
  const user = await requireAnyLevel(ctx, authorization);
  if (user.second_factor === 'code_required') throw insufficientAal(401);
  return user;
}

/**
 * Also while the second factor is missing. The client signs out on a 403.
 * @throws AuthError 401 without a token; 403 for an invalid one, or when its session or user is gone or deactivated.
 */
export async function requireAnyLevel(ctx: AuthContext, authorization: string | undefined): Promise<User> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token');
  const result = await authenticate(ctx.app, token);
  if (result.ok) {
    ctx.identified(result.user_id);
    return result;
  }
  switch (result.reason) {
    case 'invalid_token':
      throw new AuthError('bad_jwt', 'invalid JWT: unable to verify it, or it has expired');
    case 'deactivated':
      throw deactivated(403);
    case 'session_ended':
      throw result.is_deleted ? userGone() : sessionGone();
  }
}
