import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AddRoute } from '../protocol/add-route.pure.ts';
import * as bodies from '../protocol/bodies.schema.ts';
import { factorNotFound } from '../protocol/shared-errors.pure.ts';
import { setDeviceCookie } from '../sessions/device-cookie.pure.ts';
import { requireAnyLevel, requireUser } from '../sessions/request-context.service.ts';
import { challengeFactor, verifyFactor } from './challenges.service.ts';
import { enrollFactor, removeFactor } from './factors.service.ts';
import { countRecoveryCodes, makeRecoveryCodes, verifyRecoveryCode } from './recovery-codes.service.ts';

/** Auth protocol, section 9. Endpoints that prove the second factor accept aal1 sessions. */
export function addSecondFactor(add: AddRoute) {
  add('POST', '/factors', async (ctx, { request }) => {
    const user = await requireAnyLevel(ctx, request.headers.authorization);
    return enrollFactor(ctx, user, bodies.parse(bodies.enrollBody, request.body));
  });

  add('DELETE', '/factors/:id', async (ctx, { request }) => {
    const user = await requireAnyLevel(ctx, request.headers.authorization);
    return removeFactor(ctx, user, factorId(request));
  });

  add('POST', '/factors/:id/challenge', async (ctx, { request }) => {
    const user = await requireAnyLevel(ctx, request.headers.authorization);
    return challengeFactor(ctx, user, factorId(request));
  });

  add('POST', '/factors/:id/verify', async (ctx, { request, reply }) => {
    const user = await requireAnyLevel(ctx, request.headers.authorization);
    const body = bodies.parse(bodies.factorCodeBody, request.body);
    const session = await verifyFactor(ctx, user, factorId(request), body);
    setDeviceCookie(ctx, reply);
    return session;
  });

  add('GET', '/factors/recovery-codes', async (ctx, { request }) =>
    countRecoveryCodes(ctx, await requireUser(ctx, request.headers.authorization)),
  );

  add('POST', '/factors/recovery-codes', async (ctx, { request }) => {
    const user = await requireAnyLevel(ctx, request.headers.authorization);
    return makeRecoveryCodes(ctx, user, 'create');
  });

  add('POST', '/factors/recovery-codes/regenerate', async (ctx, { request }) => {
    const user = await requireAnyLevel(ctx, request.headers.authorization);
    return makeRecoveryCodes(ctx, user, 'replace');
  });

  add('POST', '/factors/recovery-codes/verify', async (ctx, { request, reply }) => {
    const user = await requireAnyLevel(ctx, request.headers.authorization);
    const { code } = bodies.parse(bodies.recoveryCodeBody, request.body);
    const session = await verifyRecoveryCode(ctx, user, code);
    setDeviceCookie(ctx, reply);
    return session;
  });
}

/** A malformed id is answered like an unknown one. */
function factorId(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!z.safeParse(z.guid(), id).success) throw factorNotFound();
  return id.toLowerCase();
}
