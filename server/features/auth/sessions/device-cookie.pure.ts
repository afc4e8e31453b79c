import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthContext } from '../protocol/context.pure.ts';

const name = 'canopy_device';
const maxAgeSeconds = 400 * 86_400;
const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{32})(?:;|$)`);

export function readDeviceCookie(request: FastifyRequest): string {
  return pattern.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(24).toString('base64url');
}

export function setDeviceCookie(ctx: AuthContext, reply: FastifyReply): void {
  const secure = ctx.app.config.public_url.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${ctx.device}; Path=/auth/v1; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}
