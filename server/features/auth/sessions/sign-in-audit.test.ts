import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { createLocation, listLocations } from '../../../../contract/locations.ts';
import { listRoles } from '../../../../contract/roles.ts';
import { createUser, replaceUserRoles, updateUser } from '../../../../contract/users.ts';
import type { Client } from '../../../testing/requests/client.ts';
import { type AuthWorld, ada, goodPassword, startAuthWorld } from '../../../testing/worlds/auth-world.ts';
import { startFactorWorld } from '../../../testing/worlds/factor-world.ts';
import { airport, millRoad } from '../../../testing/worlds/world.ts';

let world: AuthWorld;
let owner: Client;
let nowMs = Date.parse('2035-01-01T00:00:00.000Z');
beforeAll(async () => {
  world = await startAuthWorld({ now: () => new Date(nowMs) });
  owner = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

const entries = async (reader: Client, user?: string) => {
  await world.answerRequests();
  const query = { limit: 500, ...(user && { user }) };
  return (await reader.call(listAudit, { query })).ok().entries;
};
/** The entries with their details, oldest first. */
const entriesOf = async (user?: string) =>
  (await entries(owner, user))
    .toReversed()
    .map(({ sentence, changes }) => [sentence, ...changes.map((change) => change.after)].join(' | '));
/** Refused sign-ins are stored after the answer and recorded in the background. */
const newest = (user?: string) => expect.poll(async () => (await entriesOf(user)).at(-1));

describe('the audit log records', () => {
  test('every sign-in from the sign-up to the new password, with its method', async () => {
    const { session, browser } = await world.join('joe@northline.example', goodPassword, 'Joe New');
    const { id } = session.user;
    await browser.signOut({ scope: 'local' });
    await world.browser().signInWithPassword({ email: 'JOE@northline.example', password: 'wrong password' });
    await newest(id).toBe('Failed sign-in for Joe New | Wrong password');
    // The newest email comes last.
    nowMs += 1000;
    await browser.resetPasswordForEmail('joe@northline.example');
    const { secret } = await world.emailTo('joe@northline.example', 2);
    await browser.verifyOtp({ token_hash: secret, type: 'recovery' });
    await browser.updateUser({ password: 'another horse' });
    await browser.signOut();
    expect(await entriesOf(id)).toEqual([
      'Joe New joined by signing up | joe@northline.example | Joe New',
      'Joe New signed in | Link that confirmed the email',
      'Joe New signed out | This one',
      'Failed sign-in for Joe New | Wrong password',
      'Password reset requested for Joe New',
      'Joe New signed in | Link for a new password',
      'Joe New changed their password',
      'Joe New signed out | All of them',
    ]);
  });

  test('a refused sign-in before the sign-in that followed it', async () => {
    const email = 'tim@northline.example';
    const { session } = await world.join(email, goodPassword, 'Tim Typo');
    nowMs += 1000;
    await world.browser().signInWithPassword({ email, password: 'wrong password' });
    nowMs += 1000;
    await world.signIn(email);
    await expect
      .poll(async () => (await entriesOf(session.user.id)).slice(-2))
      .toEqual(['Failed sign-in for Tim Typo | Wrong password', 'Tim Typo signed in | Password']);
  });

  test('a sign-in that is refused for another reason than the password', async () => {
    const { session } = await world.join('ivy@northline.example', goodPassword, 'Ivy Inactive');
    const params = { id: session.user.id };
    (await owner.call(updateUser, { params, body: { is_active: false } })).ok();
    await world.browser().signInWithPassword({ email: 'ivy@northline.example', password: goodPassword });
    await newest(params.id).toBe('Failed sign-in for Ivy Inactive | The account is deactivated');

    await world.browser().signUp({ email: 'late@northline.example', password: goodPassword });
    await world.browser().signInWithPassword({ email: 'late@northline.example', password: goodPassword });
    await newest().toBe('Failed sign-in for late@northline.example | The email is not confirmed yet');
  });

  test('a replayed refresh token', async () => {
    const { session } = await world.join('rae@northline.example', goodPassword, 'Rae Replayed');
    const refresh = (refresh_token: string) =>
      world.raw('POST', '/token?grant_type=refresh_token', { refresh_token });
    const second = (await (await refresh(session.refresh_token)).json()) as { refresh_token: string };
    await refresh(second.refresh_token);
    nowMs += 60_000;
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await entriesOf(session.user.id)).at(-1)).toBe(
      'A session of Rae Replayed was ended because its refresh token was used twice',
    );
  });

  test('changed data, and an email change that is canceled', async () => {
    const email = 'dot@northline.example';
    const { session, browser } = await world.join(email, goodPassword, 'Dot Data');
    await browser.updateUser({ data: { shoe_size: 44, full_name: 'Dot' } });
    const change = { email: 'dot.new@northline.example', current_password: goodPassword };
    expect((await browser.updateUser(change)).error).toBeNull();
    for (const _twice of [1, 2]) expect((await browser.updateUser({ email })).error).toBeNull();
    expect((await entriesOf(session.user.id)).slice(2)).toEqual([
      'Dot Data changed the data of their account | full_name, shoe_size',
      'Dot Data asked to change their email | dot.new@northline.example',
      'Dot Data canceled their email change | dot@northline.example',
    ]);
  });

  test('the first administrator', async () => {
    expect((await entriesOf()).slice(0, 3)).toEqual([
      'Ada Owner joined by signing up | ada@northline.example | Ada Owner',
      'Ada Owner became an administrator (first account) | admin',
      'Ada Owner signed in | Password',
    ]);
  });
});

test('signOut ends only this session while the second factor is missing', async () => {
  const own = await startFactorWorld();
  try {
    const { email, session } = await own.guarded();
    const half = await own.signIn(email);
    expect((await half.browser.signOut({ scope: 'global' })).error).toBeNull();
    expect(await own.isAlive(session)).toBe(true);
    const query = { user: session.user.id, action: 'session.ended' } as const;
    const reader = own.api((await own.signIn(ada)).session);
    const { entries } = (await reader.call(listAudit, { query })).ok();
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: 'Which sessions', before: null, after: 'This one' }],
    ]);
  } finally {
    await own.close();
  }
});

test('the audit log shows attempts with an unknown email only to users with access to all locations, and no password', async () => {
  const { roles } = (await owner.call(listRoles, {})).ok();
  const manager = roles.find((role) => role.name === 'manager')?.id ?? '';
  const mine = (await owner.call(createLocation, { body: millRoad })).ok();
  const other = (await owner.call(createLocation, { body: airport })).ok();
  const hire = async (email: string, location: string) => {
    const body = { email, full_name: email, location_ids: [location] };
    const { id } = (await owner.call(createUser, { body })).ok();
    (await owner.call(replaceUserRoles, { params: { id }, body: { role_ids: [manager] } })).ok();
    const { browser } = await world.join(email);
    // The profile was created on the Users screen, so the password is chosen after the confirmation.
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
  await expect
    .poll(() => entriesOf())
    .toContain('Password reset requested for nobody@northline.example | No account has this email');
  const all = await entriesOf();
  for (const { email } of attempts) {
    expect(all.join('\n')).toContain(`Failed sign-in for ${email}`);
  }
  const seen = JSON.stringify(await entries(reader));
  expect(seen).toContain('Failed sign-in for reader@northline.example');
  expect(seen).not.toMatch(/nobody@|other@/);
  expect(JSON.stringify(await entries(owner))).not.toMatch(/Tr0ub4dor|correct horse/);
});

describe('the audit log of attempts without a session', () => {
  let crowd: AuthWorld;
  let reader: Client;
  let ms = Date.parse('2035-01-01T10:00:00.000Z');
  beforeAll(async () => {
    crowd = await startAuthWorld({
      env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', ACCESS_TOKEN_SECONDS: '86400' },
      now: () => new Date(ms),
    });
    reader = crowd.api((await crowd.signIn(ada)).session);
  });
  afterAll(() => crowd.close());

  /** Requests from a network of its own. */
  const from = (network: string) => ({ 'x-forwarded-for': network });
  const attempt = (email: string, network: string) =>
    crowd.raw('POST', '/token?grant_type=password', { email, password: 'guess 1' }, from(network));
  const requestRecovery = (email: string, network: string) =>
    crowd.raw('POST', '/recover', { email }, from(network));

  /** The entries of one kind in this hour, newest first: their sentence and network. */
  async function listed(action: 'session.refused' | 'recovery.requested') {
    await crowd.answerRequests();
    const { entries } = (await reader.call(listAudit, { query: { limit: 500, action } })).ok();
    return entries.map(({ sentence, ip }) => `${sentence} (${ip})`);
  }

  /** How many attempts are counted for the current hour. */
  async function counted() {
    await crowd.answerRequests();
    const rows = await crowd.app.database.read.selectFrom('auth_unlisted').select('attempts').execute();
    return rows.reduce((sum, { attempts }) => sum + attempts, 0);
  }

  test('lists the checked attempts at one account, and counts the rest', async () => {
    for (let n = 0; n < 30; n++) await attempt('target@northline.example', `10.1.0.${n}`);
    await expect.poll(counted).toBe(20);
    expect(await listed('session.refused')).toHaveLength(10);
    ms += 3_600_000;
    const [summary, ...others] = await listed('session.refused');
    expect(summary).toBe('20 more attempts to sign in as target@northline.example failed ()');
    expect(others).toHaveLength(10);
    expect(await counted()).toBe(0);
    expect(await listed('session.refused')).toHaveLength(11);
  });

  test('lists sixty from one network, and counts the rest, also those answered 429', async () => {
    const before = (await listed('session.refused')).length;
    for (let n = 0; n < 110; n++) await attempt(`p${n}@northline.example`, `2001:db8:1:2::${n}`);
    await expect.poll(counted).toBe(50);
    expect((await listed('session.refused')).length - before).toBe(60);
    ms += 3_600_000;
    const [summary] = await listed('session.refused');
    expect(summary).toBe('50 more attempts to sign in failed from one network (2001:db8:1:2::/64)');
  });

  test('limits recovery requests too, which are all answered', async () => {
    const ask = async (email: string) => {
      // The limit is thirty in five minutes.
      ms += 10_000;
      expect((await requestRecovery(email, '10.2.0.1')).status).toBe(200);
    };
    for (let n = 0; n < 62; n++) await ask(`r${n}@northline.example`);
    await ask(ada);
    expect(await crowd.emailsTo(ada)).toHaveLength(1);
    expect(await listed('recovery.requested')).toHaveLength(60);
    ms += 3_600_000;
    const [summary] = await listed('recovery.requested');
    expect(summary).toBe('3 more requests for a new password came from one network (10.2.0.1)');
  });
});
