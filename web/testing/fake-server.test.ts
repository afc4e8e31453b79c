import { expect, test } from 'vitest';
import { getDashboard } from '../../contract/dashboard.ts';
import { FakeServer, takeBreaches } from './fake-server.ts';
import { authUser } from './profiles.ts';

function serve(answer: unknown) {
  const server = new FakeServer();
  server.answer(getDashboard, answer as never);
  server.listen();
}

test('FakeServer withholds an answer that breaks the contract, and reports it to the test', async () => {
  serve({ total_locations: 'two' });
  await expect(fetch('/api/dashboard')).rejects.toThrow();
  expect(takeBreaches()).toEqual([expect.stringMatching(/^GET \/api\/dashboard: .*total_locations/)]);
});

test('FakeServer leaves out members that the contract does not name', async () => {
  const figures = { total_locations: 2, new_locations: 0, setup: null };
  serve({ ...figures, revenue: 7 });
  expect(await (await fetch('/api/dashboard')).json()).toEqual(figures);
});

test('FakeServer reports a request with members that the contract does not name', async () => {
  serve({ total_locations: 2, new_locations: 0, setup: null });
  await fetch('/api/dashboard?weeks=3');
  expect(takeBreaches()).toEqual([expect.stringMatching(/^GET \/api\/dashboard: .*weeks/)]);
});

test('FakeServer checks the shape of answers below /auth/v1, unless a test gives a whole response', async () => {
  const server = new FakeServer();
  server.auth('GET', '/user', { ...authUser(), nickname: 'Mary' });
  server.auth('POST', '/token', () => Response.json({}));
  server.listen();
  await expect(fetch('/auth/v1/user')).rejects.toThrow();
  expect(takeBreaches()).toEqual([expect.stringMatching(/^GET \/user: .*nickname/)]);
  expect(await (await fetch('/auth/v1/token', { method: 'POST' })).json()).toEqual({});
});
