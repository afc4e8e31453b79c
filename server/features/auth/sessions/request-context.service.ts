import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymousContext } from '../../../kernel/access.ts';
import type { App } from '../../../kernel/context.ts';
import { logFault } from '../../../kernel/errors.ts';
import { requestInfo } from '../../../kernel/http/router.ts';
import type { SigningKeys } from '../keys/signing-keys.service.ts';
import { AuthError } from '../protocol/auth-error.ts';
import { deactivated, insufficientAal, sessionGone, userGone } from '../protocol/auth-errors.ts';
import type { AccountHooks, AuthContext } from '../protocol/context.ts';
import { authenticate, type User } from './authenticate.service.ts';
import { readDeviceCookie } from './device-cookie.ts';

/** Makes the context of each request, and keeps count of what works on after its answer. */
export function createContexts(app: App, keys: SigningKeys, hooks: AccountHooks) {
  const underWay = new Set<Promise<void>>();

  /** Before the answer is sent, or its reader gone, even the first step of the work would hold it back. */
  function inBackground(reply: FastifyReply, work: () => Promise<void>) {
    const answered = new Promise<void>((resolve) => void finished(reply.raw, () => resolve()));
    const done = answered
      .then(work)
      .catch((error) => logFault(app.log, error, 'a sign-in task failed after its answer'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
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
    /** Resolves when nothing works in the background any more. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/**
 * The user whose access token comes with the request, signed in with everything that it takes.
 * @throws AuthError as `requireAnyLevel`; 401 insufficient_aal while the second factor is still to come.
 */
export async function requireUser(ctx: AuthContext, authorization: string | undefined): Promise<User> {
  const user = await requireAnyLevel(ctx, authorization);
  if (user.second_factor === 'code_required') throw insufficientAal(401);
  return user;
}

/**
 * The same for the few calls that the second factor itself needs, and for signing out.
 * @throws AuthError 401 without a token; 403 for one that is not valid, or whose session, user or right to
 * sign in is gone: the client's sign-out depends on these.
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
