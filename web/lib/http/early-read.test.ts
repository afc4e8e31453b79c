import { beforeEach, expect, test, vi } from 'vitest';
import { firstPage } from '../../../contract/http/first-requests.ts';
import { listUsers } from '../../../contract/users.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { holdSession } from '../../testing/render-app.tsx';
import { forgetEarly, openEarly, readEarly } from './early-read.ts';

const server = new FakeServer();
beforeEach(() => {
  forgetEarly();
  holdSession();
  server.seen.length = 0;
  server.answer(listUsers, { users: [], total: 0, is_total_exact: true, next: null });
  server.listen();
});

const sent = { query: firstPage };

test('an early read answers the same request once, and is sent once', async () => {
  readEarly(listUsers, sent);
  expect(await (await openEarly(listUsers, sent, {})).json()).toMatchObject({ total: 0 });
  expect(server.seen).toHaveLength(1);
  await openEarly(listUsers, sent, {});
  expect(server.seen).toHaveLength(2);
});

test('another query, another user, a forgotten read and an old one ask the server', async () => {
  readEarly(listUsers, sent);
  await openEarly(listUsers, { query: { limit: 1000 } }, {});
  expect(server.seen).toHaveLength(2);
  localStorage.clear();
  await openEarly(listUsers, sent, {});
  expect(server.seen).toHaveLength(3);
  holdSession();
  readEarly(listUsers, sent);
  forgetEarly();
  await openEarly(listUsers, sent, {});
  expect(server.seen).toHaveLength(5);
  readEarly(listUsers, sent);
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 11_000);
  await openEarly(listUsers, sent, {});
  expect(server.seen).toHaveLength(7);
  vi.restoreAllMocks();
});

test('an early read that fails does so for the code that asks for it', async () => {
  server.refuse(listUsers, 'forbidden', 'You may not see users.');
  readEarly(listUsers, sent);
  await expect(openEarly(listUsers, sent, {})).rejects.toMatchObject({ status: 403 });
});
