import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applyRun, createRun, getRun } from '../../contract/runs.ts';
import { createUser } from '../../contract/users.ts';
import { createClient } from '../../server/testing/requests/client.ts';

export { account, signIn, signUp } from '../../server/testing/requests/first-account.ts';

export async function signInWrongly(url: string, email: string): Promise<number> {
  const body = { email, password: 'a wrong one' };
  return (await createClient(url).raw('POST', '/auth/v1/token?grant_type=password', body)).status;
}

/** Ids of new users. */
export async function addUsers(url: string, token: string, count: number): Promise<string[]> {
  const client = createClient(url, token);
  const ids: string[] = [];
  const lane = async () => {
    while (ids.length < count) {
      const body = { id: randomUUID(), email: `${randomUUID()}@northline.example`, full_name: 'In A Run' };
      ids.push(body.id);
      (await client.call(createUser, { body })).ok();
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  return ids;
}

/** A run that deactivates the users, applied from now on. */
export async function startRun(url: string, token: string, ids: string[]): Promise<string> {
  const client = createClient(url, token);
  const body = { about: 'users' as const, act: { act: 'deactivate' as const }, selection: { ids } };
  const { id } = (await client.call(createRun, { body })).ok();
  const { confirm } = await readRun(url, token, id, (run) => run.state === 'planned');
  (await client.call(applyRun, { params: { id }, body: { confirm } })).ok();
  return id;
}

/** Reads the run until it is as wanted, for a minute. */
export async function readRun(
  url: string,
  token: string,
  id: string,
  isWanted: (run: { state: string; done: number }) => boolean,
) {
  const client = createClient(url, token);
  const until = performance.now() + 60_000;
  for (;;) {
    const answer = await client.call(getRun, { params: { id } }).catch(() => null);
    if (answer?.status === 200 && isWanted(answer.ok())) return answer.ok();
    if (performance.now() > until) throw new Error(`The run is not as expected after a minute: ${id}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function query<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A killed server ends the connection after its answer, too.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** How many of the users are not in the database. */
export async function countMissing(url: string, ids: readonly string[]): Promise<number> {
  const rows = await query<{ count: number }>(
    url,
    'select count(*)::int as count from users where id = any($1)',
    [ids],
  );
  return ids.length - (rows[0]?.count ?? 0);
}
