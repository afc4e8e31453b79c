import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listUsers } from '../../../../contract/users.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../../testing/worlds/auth-world.ts';

let world: AuthWorld;
/** Another client of the database, in the middle of a change. */
let other: Client;
/** A third client that observes: inside a transaction PostgreSQL shows only what it saw first. */
let watcher: Client;
beforeAll(async () => {
  world = await startAuthWorld();
  const connectionString = present(world.app.config.database_url);
  [other, watcher] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([other.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([other.end(), watcher.end()]);
  await world.close();
});

/** On SQLite one write starts after the other; here both run, and one waits for the other's rows. */
async function untilSomebodyWaits(): Promise<void> {
  const waiting = async () => {
    const { rows } = await watcher.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
}

test('a sign-up confirmed while an administrator adds a user with its email claims that profile', async () => {
  const email = 'both@northline.example';
  await world.browser().signUp({ email, password: goodPassword });
  const { secret } = await world.emailTo(email);
  const id = crypto.randomUUID();
  await other.query('begin');
  await other.query(
    `insert into users (id, email, email_key, full_name, search, is_active, created_at, updated_at, updated_by_name)
     values ($1, $2, $2, 'Both Ways', $2, true, now(), now(), 'Ada Owner')`,
    [id, email],
  );
  const verifying = world.raw('POST', '/verify', { type: 'signup', token_hash: secret });
  await untilSomebodyWaits();
  await other.query('commit');
  const answer = await verifying;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ user: { id, app_metadata: { needs_password: true } } });
  const owner = world.api((await world.signIn(ada)).session);
  const { users } = (await owner.call(listUsers, { query: { q: email } })).ok();
  expect(users.map((user) => user.id)).toEqual([id]);
});

test('a recovery link requested while its user is deleted is not created, and no error is logged', async () => {
  const email = 'gone@northline.example';
  const { session } = await world.join(email);
  const { id } = session.user;
  const errors = vi.spyOn(world.app.log, 'error');
  await other.query('begin');
  await other.query('delete from auth_users where id = $1', [id]);
  await other.query('delete from users where id = $1', [id]);
  expect((await world.raw('POST', '/recover', { email })).status).toBe(200);
  const answering = world.answerRequests();
  await untilSomebodyWaits();
  await other.query('commit');
  await answering;
  const asked = () =>
    world.app.database.read
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'recovery.requested')
      .where('subject_id', '=', id)
      .execute();
  expect(await asked()).toHaveLength(1);
  expect(errors).not.toHaveBeenCalled();
  expect(await world.emailsTo(email)).toHaveLength(1);
});
