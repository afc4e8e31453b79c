import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../contract/locations.ts';
import { listEmails } from '../../contract/settings.ts';
import { createUser } from '../../contract/users.ts';
import { createView } from '../../contract/views.ts';
import { nameOf } from '../testing/requests/contract-endpoints.ts';
import type { Choice } from '../testing/requests/endpoint-row.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { send } from '../testing/requests/send.ts';
import { type Cast, startCast } from '../testing/worlds/cast.ts';
import { ownRole } from '../testing/worlds/own-role.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast();
});
afterAll(() => cast.close());

/** Rows that a request may change. */
const choice: Choice = {
  async user() {
    const body = {
      email: `${randomUUID()}@new.example`,
      full_name: 'Associate',
      location_ids: [cast.mine.id],
    };
    return (await cast.ada.call(createUser, { body })).ok().id;
  },
  location: async () => cast.mine.id,
  async spareLocation() {
    const body = { name: 'Spare', address: '1 Lane', city: 'Troy', state: 'NY', zip: '12180' };
    return (await cast.ada.call(createLocation, { body })).ok().id;
  },
  role: () => ownRole(cast, `Spare ${randomUUID()}`, ['users.read']),
  get employeeRole() {
    return cast.roleIds.employee;
  },
  async email() {
    const { app, ada } = cast;
    const email = { to: ada.email, subject: 'Hello', text: 'Hello' };
    await app.database.write((tx) => app.mailer.enqueue(tx, email));
    return (await ada.call(listEmails, {})).ok().mails[0]?.id ?? expect.fail('There is no mail');
  },
  async sharedView() {
    const body = { list: 'users' as const, name: `Shared ${randomUUID()}`, query: '', is_shared: true };
    return (await cast.ada.call(createView, { body })).ok().id;
  },
  at: (create) => create(cast.ada, cast.mine.id),
};

/** Asks each endpoint as the administrator, and signs in. Returns the statuses that are not as they should be. */
async function askEverything(): Promise<string[]> {
  const wrong: string[] = [];
  for (const { endpoint, request, expected } of endpointTable) {
    const { status, text } = await send(cast.ada, endpoint, await request(choice));
    if (status !== expected.admin) wrong.push(`${nameOf(endpoint)} answered ${status}: ${text}`);
  }
  const account = { email: cast.ada.email, password: 'correct horse' };
  const signIn = await cast.nobody.raw('POST', '/auth/v1/token?grant_type=password', account);
  if (signIn.status !== 200) wrong.push(`sign-in answered ${signIn.status}`);
  return wrong;
}

/** What the next release may do while this one serves (docs/decisions/0086). */
async function addToEachTable(): Promise<number> {
  const catalog =
    cast.app.database.dialect === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const { rows } = await catalog.execute(cast.app.database.read);
  await cast.app.database.write(async (tx) => {
    for (const { name } of rows) {
      await sql`alter table ${sql.table(name)} add column of_next_release text`.execute(tx);
      await sql`alter table ${sql.table(name)} add column counted_by_next integer not null default 0`.execute(
        tx,
      );
    }
  });
  return rows.length;
}

test('a server works on while a newer one adds columns to each table, also with statements that are prepared', async () => {
  expect(await askEverything()).toEqual([]);
  expect(await askEverything()).toEqual([]);
  expect(await addToEachTable()).toBeGreaterThan(20);
  expect(await askEverything()).toEqual([]);
  await cast.workOnRuns();
  await cast.app.mailer.deliverDue();
});
