import { randomBytes } from 'node:crypto';
import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymousContext } from '../../../kernel/access.ts';
import type { App } from '../../../kernel/context.ts';
import { requestInfo } from '../../../kernel/http/request-access.ts';
import { logFault } from '../../../platform/http/errors.ts';
import {
  AuthError,
  deactivated,
  insufficientAal,
  sessionGone,
  userGone,
} from '../protocol/auth-error.pure.ts';
import type { AccountHooks, AuthContext } from '../protocol/context.pure.ts';
import { authenticate, type User } from './authenticate.service.ts';

export function createContexts(app: App, hooks: AccountHooks) {
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
      return {
        ...anonymousContext(app, requestInfo(request)),
        hooks,
        authorization: request.headers.authorization,
        device: readDeviceCookie(request),
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
export async function requireUser(ctx: AuthContext): Promise<User> {
  const user = await requireAnyLevel(ctx);
  if (user.second_factor === 'code_required') throw insufficientAal(401);
  return user;
}

/**
 * Also while the second factor is missing. The client signs out on a 403.
 * @throws AuthError 401 without a token; 403 for an invalid one, or when its session or user is gone or deactivated.
 */
export async function requireAnyLevel(ctx: AuthContext): Promise<User> {
  const token = /^Bearer +(\S+)$/i.exec(ctx.authorization ?? '')?.[1];
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

const name = 'canopy_device';
const maxAgeSeconds = 400 * 86_400;
const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{32})(?:;|$)`);

function readDeviceCookie(request: FastifyRequest): string {
  return pattern.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(24).toString('base64url');
}

/** For the answer to a proof of who uses this device. */
export function withDeviceCookie<T>(ctx: AuthContext, reply: FastifyReply, answer: T): T {
  const secure = ctx.app.config.public_url.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${ctx.device}; Path=/auth/v1; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  );
  return answer;
}
