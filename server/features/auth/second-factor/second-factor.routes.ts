import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { factorNotFound } from '../protocol/auth-error.pure.ts';
import * as bodies from '../protocol/bodies.schema.ts';
import type { AddRoute } from '../protocol/context.pure.ts';
import { requireAnyLevel, requireUser, withDeviceCookie } from '../sessions/request-context.service.ts';
import { challengeFactor, enrollFactor, removeFactor, verifyFactor } from './apps.service.ts';
import { countRecoveryCodes, makeRecoveryCodes, verifyRecoveryCode } from './recovery-codes.service.ts';

/** Auth protocol, section 9. Endpoints that prove the second factor accept aal1 sessions. */
export function addSecondFactor(add: AddRoute) {
  add('POST', '/factors', async (ctx, { request }) =>
    enrollFactor(ctx, await requireAnyLevel(ctx), bodies.parse(bodies.enrollBody, request.body)),
  );

  add('DELETE', '/factors/:id', async (ctx, { request }) =>
    removeFactor(ctx, await requireAnyLevel(ctx), factorId(request)),
  );

  add('POST', '/factors/:id/challenge', async (ctx, { request }) =>
    challengeFactor(ctx, await requireAnyLevel(ctx), factorId(request)),
  );

  add('POST', '/factors/:id/verify', async (ctx, { request, reply }) => {
    const user = await requireAnyLevel(ctx);
    const body = bodies.parse(bodies.factorCodeBody, request.body);
    return withDeviceCookie(ctx, reply, await verifyFactor(ctx, user, factorId(request), body));
  });

  add('GET', '/factors/recovery-codes', async (ctx) => countRecoveryCodes(ctx, await requireUser(ctx)));

  add('POST', '/factors/recovery-codes', async (ctx) =>
    makeRecoveryCodes(ctx, await requireAnyLevel(ctx), 'create'),
  );

  add('POST', '/factors/recovery-codes/regenerate', async (ctx) =>
    makeRecoveryCodes(ctx, await requireAnyLevel(ctx), 'replace'),
  );

  add('POST', '/factors/recovery-codes/verify', async (ctx, { request, reply }) => {
    const user = await requireAnyLevel(ctx);
    const { code } = bodies.parse(bodies.recoveryCodeBody, request.body);
    return withDeviceCookie(ctx, reply, await verifyRecoveryCode(ctx, user, code));
  });
}

/** A malformed id is answered like an unknown one. */
function factorId(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!z.safeParse(z.guid(), id).success) throw factorNotFound();
  return id.toLowerCase();
}
