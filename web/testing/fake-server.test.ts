import { expect, test } from 'vitest';
import { getDashboard } from '../../contract/dashboard.ts';
import { FakeServer, takeBreaches } from './fake-server.ts';
import { authUser } from './profiles.ts';

function serve(answer: unknown) {
  const server = new FakeServer();
  server.answer(getDashboard, answer as never);
  server.listen();
}

test('an answer that breaks the contract does not arrive, and is told to the test', async () => {
  serve({ total_locations: 'two' });
  await expect(fetch('/api/dashboard')).rejects.toThrow();
  expect(takeBreaches()).toEqual([expect.stringMatching(/^GET \/api\/dashboard: .*total_locations/)]);
});

test('what the contract does not name stays behind', async () => {
  serve({ total_locations: 2, revenue: 7 });
  expect(await (await fetch('/api/dashboard')).json()).toEqual({ total_locations: 2 });
});

test('an answer below /auth/v1 keeps to the shape that the server has, unless a test gives a response as a whole', async () => {
  const server = new FakeServer();
  server.auth('GET', '/user', { ...authUser(), nickname: 'Mary' });
  server.auth('POST', '/token', () => Response.json({}));
  server.listen();
  await expect(fetch('/auth/v1/user')).rejects.toThrow();
  expect(takeBreaches()).toEqual([expect.stringMatching(/^GET \/user: .*nickname/)]);
  expect(await (await fetch('/auth/v1/token', { method: 'POST' })).json()).toEqual({});
});
