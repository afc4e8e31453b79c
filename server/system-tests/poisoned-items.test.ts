import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWatches, watchView } from '../../contract/notifications/watches.ts';
import { createRun, getRun } from '../../contract/runs.ts';
import { createUser, updateUser } from '../../contract/users.ts';
import { createView } from '../../contract/views.ts';
import type { Tables } from '../kernel/database/schema.ts';
import { record } from '../testing/databases/recorded-statements.ts';
import { createClient } from '../testing/requests/client.ts';
import { signInAs } from '../testing/worlds/sign-in-as.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

// In each loop, one item that throws keeps none of the others from its turn. Those of registers have tests of their own.

const hourMs = 3_600_000;
let clock = Date.parse('2026-11-20T12:00:00.000Z');
let world: World;
/** The id of the poisoned one comes first. */
let poisoned: User;
let good: User;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock) });
  const users = [await world.newUser('Una One', ['admin']), await world.newUser('Uta Two', ['admin'])];
  [poisoned, good] = users.sort((a, b) => (a.id < b.id ? -1 : 1)) as [User, User];
});
afterAll(() => world.close());

const at = () => new Date(clock).toISOString();
const insert = (table: keyof Tables, ...rows: object[]) =>
  world.app.database.write((tx) =>
    tx
      .insertInto(table)
      .values(rows as never)
      .execute(),
  );
const execute = (...statements: string[]) =>
  world.app.database.write(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
async function rowsOf<Row>(table: keyof Tables, id: string, key = 'id'): Promise<Row[]> {
  const query = sql<Row>`select * from ${sql.table(table)} where ${sql.ref(key)} = ${id}`;
  return (await query.execute(world.app.database.read)).rows;
}

/** From now on, each change of this row throws. */
async function poison(table: keyof Tables, id: string, key = 'id') {
  const name = `poison_${table}`;
  const isSqlite = world.app.database.dialect === 'sqlite';
  const when = `before update or delete on ${table} for each row when (old.${key} = '${id}')`;
  if (isSqlite) {
    const raise = `when old.${key} = '${id}' begin select raise(abort, 'poisoned'); end`;
    await execute(`create trigger ${name} before update on ${table} ${raise}`);
    return () => execute(`drop trigger ${name}`);
  }
  await execute(
    `create function ${name}() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$`,
    `create trigger ${name} ${when} execute function ${name}()`,
  );
  return () => execute(`drop trigger ${name} on ${table}`, `drop function ${name}`);
}

/** Signed in anew, because the clock of these tests runs fast. */
async function again(user: User): Promise<User> {
  return { ...user, ...createClient(world.url, await signInAs(world.app, user)) };
}

test('a request of a stranger that cannot be answered is taken away at its second time', async () => {
  const [bad, fine] = [randomUUID(), randomUUID()];
  const origin = { detail: null, ip: '', user_agent: '' };
  await insert(
    'auth_requests',
    {
      ...{ id: bad, kind: 'nonsense', email: good.email, created_at: '2026-11-20T11:00:00.000Z' },
      ...origin,
    },
    { ...{ id: fine, kind: 'recovery', email: good.email, created_at: at() }, ...origin },
  );
  await world.loops.requests.run();
  expect(await rowsOf('auth_requests', fine)).toEqual([]);
  expect(await rowsOf('auth_requests', bad)).toHaveLength(1);
  expect(await rowsOf('mail_outbox', good.email, 'to_address')).toHaveLength(1);
  await world.loops.requests.run();
  expect(await rowsOf('auth_requests', bad)).toEqual([]);
});

test('a count of attempts that cannot be summarized keeps no other from the audit log', async () => {
  const count = { action: 'session.refused', email: '', attempts: 7 };
  await insert(
    'auth_unlisted',
    // Later than the last time that JavaScript knows.
    { ...count, hour: '275760-09-13T00:00:00.000Z', network: '203.0.113.1' },
    { ...count, hour: '2026-11-20T09:00:00.000Z', network: '203.0.113.2' },
  );
  await world.loops.attempts.run();
  expect(await rowsOf('audit_entries', '203.0.113.2', 'ip')).toHaveLength(1);
  await world.loops.attempts.run();
  expect(await rowsOf('auth_unlisted', '203.0.113.1', 'network')).toEqual([]);
});

test('a run that cannot even be read has failed at its second time, and the others are planned', async () => {
  const newRun = async () => {
    const selection = { ids: [good.id] };
    const body = { about: 'users' as const, act: { act: 'activate' as const }, selection };
    return (await (await again(world.ada)).call(createRun, { body })).ok().id;
  };
  const [bad, fine] = [await newRun(), await newRun()];
  await execute(`update runs set act = '{' where id = '${bad}'`);
  await world.loops.runs.run();
  const planned = (await (await again(world.ada)).call(getRun, { params: { id: fine } })).ok();
  expect(planned.state).toBe('planned');
  clock += 6000;
  await world.loops.runs.run();
  const problem = 'Stopped: something went wrong on the server. Try again, or ask your administrator.';
  expect(await rowsOf('runs', bad)).toMatchObject([{ state: 'failed', problem, leased_until: null }]);
  await execute(`update runs set act = '{"act":"activate"}' where id = '${bad}'`);
});

test('a watch that cannot be evaluated says so to its watcher, and the others tell what they see', async () => {
  const watched: Record<string, string> = {};
  for (const user of [poisoned, good]) {
    const client = await again(user);
    const body = { list: 'users', name: `Left ${user.id}`, query: 'status=inactive' } as const;
    const { id } = (await client.call(createView, { body })).ok();
    watched[user.id] = id;
    const how = { condition: 'enters', delivery: 'now' } as const;
    (await client.call(watchView, { params: { id }, body: how })).ok();
  }
  const view = watched[poisoned.id] ?? '';
  const told = async (user: User) => {
    await world.settle();
    const rows = await rowsOf<{ kind: string; count: number }>('notifications', user.id, 'user_id');
    return rows.reduce((sum, { kind, count }) => sum + (kind === 'view_changed' ? count : 0), 0);
  };
  const isBroken = async () => {
    const { watches } = (await (await again(poisoned)).call(listWatches, {})).ok();
    return watches.map(({ is_broken }) => is_broken);
  };
  const deactivateOne = async () => {
    const ada = await again(world.ada);
    const body = { email: `${randomUUID()}@northline.example`, full_name: 'Somebody' };
    const { id } = (await ada.call(createUser, { body })).ok();
    (await ada.call(updateUser, { params: { id }, body: { is_active: false } })).ok();
  };
  const damage = (json: string) =>
    execute(`update view_watches set seen_ids = '${json}' where view_id = '${view}'`);
  for (const json of ['{', '{}']) {
    await damage(json);
    await deactivateOne();
    clock += 61_000;
    const before = await told(good);
    await world.loops.watches.run();
    expect([await told(good), await told(poisoned), await isBroken()]).toEqual([before + 1, 0, [false]]);
    clock += 61_000;
    await world.loops.watches.run();
    expect(await isBroken()).toEqual([true]);
    // It is left out, until the watcher saves it or a day has gone.
    await damage('[]');
    clock += 61_000;
    await deactivateOne();
    await world.loops.watches.run();
    expect(await isBroken()).toEqual([true]);
    const saved = { condition: 'enters', delivery: 'now' } as const;
    (await (await again(poisoned)).call(watchView, { params: { id: view }, body: saved })).ok();
    expect(await isBroken()).toEqual([false]);
  }
  await damage('{');
  clock += 25 * hourMs;
  await world.loops.watches.run();
  clock += 61_000;
  await world.loops.watches.run();
  expect(await isBroken()).toEqual([true]);
  await damage('[]');
  clock += 25 * hourMs;
  await world.loops.watches.run();
  expect(await isBroken()).toEqual([false]);
});

const notification = (user_id: string, email: 'now' | 'daily', kind = 'location_closed') => ({
  ...{ id: randomUUID(), user_id, kind, subject_type: 'location', subject_id: world.locations.airport.id },
  ...{ subject_name: 'Airport', location_id: world.locations.airport.id, details: '{}', count: 1 },
  ...{ first_at: at(), last_at: at(), read_at: null, merge_key: randomUUID(), is_in_bell: true, email },
});

test.each([
  'now',
  'daily',
] as const)('an email of notifications (%s) that cannot be written is given up, and the others leave', async (email) => {
  await execute('update notifications set email = null', 'delete from mail_outbox');
  await insert(
    'notifications',
    notification(poisoned.id, email, email === 'now' ? 'nonsense' : undefined),
    notification(good.id, email),
  );
  const times = { notifications_seen_at: null, recent: '[]', digest_due_at: null };
  await execute('delete from user_preferences');
  await insert('user_preferences', { ...times, user_id: poisoned.id, time_zone: 'Nowhere/Land' });
  const loop = email === 'now' ? world.loops.emails : world.loops.digests;
  const waiting = async ({ id }: User) => {
    const rows = await rowsOf<{ email: string | null }>('notifications', id, 'user_id');
    return rows.filter((row) => row.email !== null).length;
  };
  await loop.run();
  // The daily ones have their times now.
  clock += 25 * hourMs;
  await loop.run();
  expect(await rowsOf('mail_outbox', good.email, 'to_address')).toHaveLength(1);
  expect(await rowsOf('mail_outbox', poisoned.email, 'to_address')).toEqual([]);
  expect([await waiting(poisoned), await waiting(good)]).toEqual([0, 0]);
  // The bell has it nevertheless.
  expect(await rowsOf('notifications', poisoned.id, 'user_id')).not.toEqual([]);
});

test('an email that cannot be read has failed with its reason, and the others are sent', async () => {
  await execute('delete from mail_outbox');
  const [bad, fine] = [randomUUID(), randomUUID()];
  const email = {
    ...{ to_address: good.email, subject: 'Hello', state: 'pending', attempts: 0, last_error: null },
    ...{ next_attempt_at: at(), created_at: at(), sent_at: null },
  };
  const text = { to: good.email, subject: 'Hello', text: 'Hello' };
  const sealed = world.app.secrets.seal(JSON.stringify(text), 'mail');
  await insert('mail_outbox', { ...email, id: bad, body: 'nonsense' });
  await insert('mail_outbox', { ...email, id: fine, body: sealed });
  await world.loops.mail.run();
  expect(await rowsOf('mail_outbox', fine)).toMatchObject([{ state: 'kept' }]);
  expect(await rowsOf('mail_outbox', bad)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  clock += 61_000;
  await world.loops.mail.run();
  const last_error = 'The text of this email cannot be read.';
  expect(await rowsOf('mail_outbox', bad)).toMatchObject([{ state: 'failed', last_error }]);
});

test('an email whose sender cannot be told that it was given up has failed nevertheless', async () => {
  const bad = randomUUID();
  await insert('mail_outbox', {
    ...{ id: bad, to_address: good.email, subject: 'Hello', state: 'pending', attempts: 1, body: 'nonsense' },
    ...{ next_attempt_at: at(), last_error: null, created_at: at(), sent_at: null },
  });
  await insert('auth_invitations', { ...invitationOf(good, 30), mail_id: bad });
  await execute('alter table audit_entries rename to audit_entries_away');
  await world.loops.mail.run();
  await execute('alter table audit_entries_away rename to audit_entries', 'delete from auth_invitations');
  expect(await rowsOf('mail_outbox', bad)).toMatchObject([{ state: 'failed' }]);
});

test('the last use of a session that cannot be saved keeps no other from being saved', async () => {
  const session = async (user: User) => {
    const rows = await rowsOf<{ id: string }>('auth_sessions', user.id, 'user_id');
    return rows[0]?.id ?? expect.fail('There is no session');
  };
  const [bad, fine] = [await session(poisoned), await session(good)];
  const heal = await poison('auth_sessions', bad);
  clock += 60_000;
  for (const id of [bad, fine]) world.app.activity.record(id);
  await world.loops.activity.run();
  expect(await rowsOf('auth_sessions', fine)).toMatchObject([{ seen_at: at() }]);
  await world.loops.activity.run();
  expect(world.app.activity.recordedAt(bad)).toBeUndefined();
  await heal();
});

const invitationOf = ({ id }: { id: string }, days: number) => ({
  ...{ user_id: id, token_hash: randomUUID(), mail_id: null, sent_by: world.ada.id, reminded_at: null },
  ...{ sent_at: new Date(clock - 5 * 24 * hourMs).toISOString() },
  expires_at: new Date(clock + days * 24 * hourMs).toISOString(),
});

test('an invitation of which nobody can be reminded keeps no other from its reminder', async () => {
  await insert('auth_invitations', invitationOf(poisoned, 1), invitationOf(good, 1));
  const heal = await poison('auth_invitations', poisoned.id, 'user_id');
  await world.loops.cleanup.run();
  await world.settle();
  const reminded = await rowsOf<{ kind: string; subject_id: string }>(
    'notifications',
    world.ada.id,
    'user_id',
  );
  const about = reminded.flatMap((row) => (row.kind === 'invitation_expiring' ? row.subject_id : []));
  expect(about).toContain(good.id);
  expect(about).not.toContain(poisoned.id);
  await heal();
});

test('a step of the hourly clean-up that throws keeps no other from its turn', async () => {
  const statements = async () => {
    const executed = await record(() => world.loops.cleanup.run());
    return new Set(executed.map(({ sql }) => sql).filter((text) => !/^(begin|commit|rollback)/.test(text)));
  };
  await statements();
  const all = await statements();
  const tables = [
    ...['auth_invitations', 'auth_rate', 'auth_requests', 'mail_outbox', 'runs', 'backups'],
    ...['notifications', 'changes'],
  ];
  for (const table of tables) {
    expect(
      [...all].filter((text) => text.includes(table)),
      table,
    ).not.toEqual([]);
    await execute(`alter table ${table} rename to away`);
    const executed = await statements();
    await execute(`alter table away rename to ${table}`);
    const others = [...all].filter((text) => !text.includes(table));
    expect(
      others.filter((text) => !executed.has(text)),
      table,
    ).toEqual([]);
  }
});
