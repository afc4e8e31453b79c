import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/worlds/test-app.ts';
import { onEmailChanged, onVerified, profileByEmail } from '../../users/account/account-hooks.service.ts';
import { createContexts } from './request-context.service.ts';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
});
afterAll(() => world.close());

/** A server that starts background work with its answer, and records whether the answer was sent when it began. */
async function startServer(hold: Promise<void> = Promise.resolve()) {
  const hooks = {
    profileByEmail,
    onVerified,
    onEmailChanged,
    pendingFirstAdmin: async () => null,
  };
  const contexts = createContexts(world.app, hooks);
  const seen: boolean[] = [];
  let arrived = () => {};
  const isHere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = Fastify();
  server.get('/', async (request, reply) => {
    contexts.of(request, reply).inBackground(async () => void seen.push(reply.raw.writableFinished));
    arrived();
    await hold;
    return { said: 'nothing of it' };
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { server, url, contexts, seen, isHere };
}

test('background work starts after the answer was sent, and idle waits for it', async () => {
  const { server, url, contexts, seen } = await startServer();
  expect(await (await fetch(url)).json()).toEqual({ said: 'nothing of it' });
  await contexts.idle();
  expect(seen).toEqual([true]);
  await server.close();
});

test('background work also runs when the client disconnects before the answer', async () => {
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { server, url, contexts, seen, isHere } = await startServer(hold);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await isHere;
  socket.destroy();
  await contexts.idle();
  expect(seen).toEqual([false]);
  release();
  await server.close();
});
