import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { createLocation, listLocations } from '../../../contract/locations.ts';
import { listRoles } from '../../../contract/roles.ts';
import { createUser, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { type AuthWorld, ada, goodPassword, startAuthWorld } from '../../testing/auth-world.ts';
import type { Client } from '../../testing/client.ts';
import { startFactorWorld } from '../../testing/factor-world.ts';
import { airport, millRoad } from '../../testing/world.ts';

let world: AuthWorld;
let owner: Client;
let nowMs = Date.parse('2035-01-01T00:00:00.000Z');
beforeAll(async () => {
  world = await startAuthWorld({ now: () => new Date(nowMs) });
  owner = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

const entries = async (reader: Client, person?: string) => {
  const query = { limit: 500, ...(person && { person }) };
  return (await reader.call(listAudit, { query })).ok().entries;
};
/** Oldest first, each with what it says beside its sentence. */
const story = async (person?: string) =>
  (await entries(owner, person))
    .toReversed()
    .map(({ sentence, changes }) => [sentence, ...changes.map((change) => change.after)].join(' | '));
/** Refusals are written after their answer. */
const newest = (person?: string) => expect.poll(async () => (await story(person)).at(-1));

describe('signing in is in the audit', () => {
  test('from the sign-up to the new password, with the way it was done', async () => {
    const { session, browser } = await world.join('joe@northline.example', goodPassword, 'Joe New');
    const { id } = session.user;
    await browser.signOut({ scope: 'local' });
    await world.browser().signInWithPassword({ email: 'JOE@northline.example', password: 'wrong password' });
    await newest(id).toBe('Somebody failed to sign in as Joe New | Wrong password');
    // The mailbox shows the newest mail last.
    nowMs += 1000;
    await browser.resetPasswordForEmail('joe@northline.example');
    const { secret } = await world.mail('joe@northline.example', 2);
    await browser.verifyOtp({ token_hash: secret, type: 'recovery' });
    await browser.updateUser({ password: 'another horse' });
    await browser.signOut();
    expect(await story(id)).toEqual([
      'Joe New joined by signing up | joe@northline.example | Joe New',
      'Joe New signed in | Link that confirmed the address',
      'Joe New signed out | This one',
      'Somebody failed to sign in as Joe New | Wrong password',
      'Somebody asked for a new password for Joe New',
      'Joe New signed in | Link for a new password',
      'Joe New changed their password',
      'Joe New signed out | All of them',
    ]);
  });

  test('also where it is refused for another reason than the password', async () => {
    const { session } = await world.join('ivy@northline.example', goodPassword, 'Ivy Inactive');
    const params = { id: session.user.id };
    (await owner.call(updateUser, { params, body: { is_active: false } })).ok();
    await world.browser().signInWithPassword({ email: 'ivy@northline.example', password: goodPassword });
    await newest(params.id).toBe('Somebody failed to sign in as Ivy Inactive | The account is deactivated');

    await world.browser().signUp({ email: 'late@northline.example', password: goodPassword });
    await world.browser().signInWithPassword({ email: 'late@northline.example', password: goodPassword });
    await newest().toBe(
      'Somebody failed to sign in as late@northline.example | The address is not confirmed yet',
    );
  });

  test('and so is a refresh token that came back after its use', async () => {
    const { session } = await world.join('rae@northline.example', goodPassword, 'Rae Replayed');
    const refresh = (refresh_token: string) =>
      world.raw('POST', '/token?grant_type=refresh_token', { refresh_token });
    const second = (await (await refresh(session.refresh_token)).json()) as { refresh_token: string };
    await refresh(second.refresh_token);
    nowMs += 60_000;
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await story(session.user.id)).at(-1)).toBe(
      'A session of Rae Replayed ended, because a used token of it came back',
    );
  });

  test('and so are data that somebody changes, and a wish for another address that they take back', async () => {
    const email = 'dot@northline.example';
    const { session, browser } = await world.join(email, goodPassword, 'Dot Data');
    await browser.updateUser({ data: { shoe_size: 44, full_name: 'Dot' } });
    const wish = { email: 'dot.new@northline.example', current_password: goodPassword };
    expect((await browser.updateUser(wish)).error).toBeNull();
    for (const _twice of [1, 2]) expect((await browser.updateUser({ email })).error).toBeNull();
    expect((await story(session.user.id)).slice(2)).toEqual([
      'Dot Data changed data of their account | full_name, shoe_size',
      'Dot Data asked to change their email | dot.new@northline.example',
      'Dot Data took back the change of email | dot@northline.example',
    ]);
  });

  test('with the first administrator in it', async () => {
    expect((await story()).slice(0, 3)).toEqual([
      'Ada Owner joined by signing up | ada@northline.example | Ada Owner',
      'Ada Owner became administrator, as the first account or as the operator named them | admin',
      'Ada Owner signed in | Password',
    ]);
  });
});

test('whoever signs out without having entered the code has ended one session, whatever they asked for', async () => {
  const own = await startFactorWorld();
  try {
    const { email, session } = await own.guarded();
    const half = await own.signIn(email);
    expect((await half.browser.signOut({ scope: 'global' })).error).toBeNull();
    expect(await own.isAlive(session)).toBe(true);
    const query = { person: session.user.id, action: 'session.ended' } as const;
    const reader = own.api((await own.signIn(ada)).session);
    const { entries: told } = (await reader.call(listAudit, { query })).ok();
    expect(told.map(({ changes }) => changes)).toEqual([
      [{ field: 'Which sessions', before: null, after: 'This one' }],
    ]);
  } finally {
    await own.close();
  }
});

test('an address that nobody has is told only to those who reach every store, and never a password', async () => {
  const { roles } = (await owner.call(listRoles, {})).ok();
  const manager = roles.find((role) => role.name === 'manager')?.id ?? '';
  const mine = (await owner.call(createLocation, { body: millRoad })).ok();
  const other = (await owner.call(createLocation, { body: airport })).ok();
  const hire = async (email: string, store: string) => {
    const body = { email, full_name: email, location_ids: [store] };
    const { id } = (await owner.call(createUser, { body })).ok();
    (await owner.call(replaceUserRoles, { params: { id }, body: { role_ids: [manager] } })).ok();
    const { browser } = await world.join(email);
    // The profile was made on the Users screen, so the password is chosen after the mailbox was proven.
    await browser.updateUser({ password: goodPassword });
    return world.api((await world.signIn(email)).session);
  };
  const reader = await hire('reader@northline.example', mine.id);
  await hire('other@northline.example', other.id);
  expect((await reader.call(listLocations, { query: {} })).ok().total).toBe(1);

  const attempts = [
    { email: 'nobody@northline.example', password: 'Tr0ub4dor' },
    { email: 'other@northline.example', password: 'Tr0ub4dor' },
    { email: 'reader@northline.example', password: 'Tr0ub4dor' },
  ];
  for (const attempt of attempts) await world.browser().signInWithPassword(attempt);
  await world.browser().resetPasswordForEmail('nobody@northline.example');
  await newest().toBe(
    'Somebody asked for a new password for nobody@northline.example | No account has this address',
  );
  const all = await story();
  for (const { email } of attempts) {
    expect(all.some((line) => line.startsWith(`Somebody failed to sign in as ${email}`))).toBe(true);
  }
  const seen = JSON.stringify(await entries(reader));
  expect(seen).toContain('Somebody failed to sign in as reader@northline.example');
  expect(seen).not.toMatch(/nobody@|other@/);
  expect(JSON.stringify(await entries(owner))).not.toMatch(/Tr0ub4dor|correct horse/);
});

test('a flood of guesses at one account leaves a bounded number of entries', async () => {
  const own = await startAuthWorld({ env: { RATE_LIMITS: 'on' } });
  try {
    const reader = own.api((await own.signIn(ada)).session);
    for (let n = 0; n < 30; n += 1) {
      await own.raw('POST', '/token?grant_type=password', {
        email: 'x@northline.example',
        password: 'guess 1',
      });
    }
    const refused = async () =>
      (await entries(reader)).filter((entry) => entry.action === 'session.refused').length;
    await expect.poll(refused).toBe(15);
  } finally {
    await own.close();
  }
});
