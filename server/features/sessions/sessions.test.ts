import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { createRole } from '../../../contract/roles.ts';
import * as contract from '../../../contract/sessions.ts';
import { createUser, listUsers, replaceUserRoles } from '../../../contract/users.ts';
import { type Client, createClient } from '../../testing/requests/client.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../testing/worlds/auth-world.ts';
import { purgeAuth } from '../auth/accounts/purge.service.ts';

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let world: AuthWorld;
let owner: Client;
let shiftMs = 0;
beforeAll(async () => {
  world = await startAuthWorld({ now: () => new Date(Date.now() + shiftMs) });
  owner = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

async function signInFrom(email: string, userAgent: string) {
  const { data, error } = await world
    .browser({ 'user-agent': userAgent })
    .signInWithPassword({ email, password: goodPassword });
  if (error) throw error;
  return world.api(present(data.session));
}

async function mine(client: Client) {
  return (await client.call(contract.listOwnSessions, {})).ok().sessions;
}

async function isOpen(client: Client) {
  return (await client.call(contract.listOwnSessions, {})).status === 200;
}

describe('one’s own devices', () => {
  test('listOwnSessions lists devices in plain words and marks the current one', async () => {
    const email = 'lister@northline.example';
    await world.join(email);
    const desk = await signInFrom(email, windows);
    const phone = await signInFrom(email, iphone);
    const sessions = await mine(phone);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((session) => session.is_current)).toEqual([
      expect.objectContaining({ device: 'Safari on iPhone', ip: expect.stringMatching(/127\.0\.0\.1|::1/) }),
    ]);
    expect(sessions.map((session) => session.device)).toContain('Chrome on Windows');
    expect(await mine(createClient(world.url)).catch((error: Error) => error.message)).toContain('401');
    await isOpen(desk);
  });

  test('endOwnSession ends one session at once, and no session of others', async () => {
    const email = 'ender@northline.example';
    await world.join(email);
    const desk = await signInFrom(email, windows);
    const phone = await signInFrom(email, iphone);
    const deskId = present((await mine(desk)).find((session) => session.is_current)).id;
    const end = (client: Client, id: string) => client.call(contract.endOwnSession, { params: { id } });
    expect((await end(owner, deskId)).status).toBe(404);
    expect((await end(phone, deskId)).status).toBe(204);
    expect((await end(phone, deskId)).status).toBe(204);
    expect((await desk.call(contract.listOwnSessions, {})).problem().code).toBe('session_ended');
    expect((await mine(phone)).map((session) => session.id)).not.toContain(deskId);
  });

  test('endOtherSessions ends all sessions but this one', async () => {
    const email = 'others@northline.example';
    await world.join(email);
    const desk = await signInFrom(email, windows);
    const phone = await signInFrom(email, iphone);
    expect((await phone.call(contract.endOtherSessions, {})).ok()).toEqual({ ended: 2 });
    expect(await isOpen(desk)).toBe(false);
    expect(await mine(phone)).toHaveLength(1);
    expect((await phone.call(contract.endOtherSessions, {})).ok()).toEqual({ ended: 0 });
  });

  test('listOwnSessions says when devices were last seen, which is stored once a minute and not in the request', async () => {
    const email = 'seen@northline.example';
    await world.join(email);
    const desk = await signInFrom(email, windows);
    const stored = async () => {
      const row = world.app.database.read
        .selectFrom('auth_sessions')
        .select('seen_at')
        .where('user_agent', '=', windows)
        .orderBy('created_at', 'desc');
      return (await row.executeTakeFirstOrThrow()).seen_at;
    };
    shiftMs += 600_000;
    await isOpen(desk);
    expect(await stored()).toBeNull();
    const seen = present((await mine(desk)).find((session) => session.is_current));
    expect(Date.parse(seen.last_seen_at) - Date.parse(seen.signed_in_at)).toBeGreaterThanOrEqual(600_000);
    await world.app.activity.flush();
    expect(await stored()).not.toBeNull();
  });
});

describe('another user’s devices', () => {
  test('endSessionOf ends the sessions of others for an administrator, and is in the audit log', async () => {
    const email = 'managed@northline.example';
    const { session } = await world.join(email, goodPassword, 'Managed User');
    const params = { id: session.user.id };
    const desk = await signInFrom(email, windows);
    const { sessions } = (await owner.call(contract.listSessionsOf, { params })).ok();
    expect(sessions).toHaveLength(2);
    expect(sessions.some((one) => one.is_current)).toBe(false);
    const onDesk = present(sessions.find((one) => one.device === 'Chrome on Windows'));
    const one = { params: { ...params, session_id: onDesk.id } };
    expect((await owner.call(contract.endSessionOf, one)).status).toBe(204);
    expect(await isOpen(desk)).toBe(false);
    expect((await owner.call(contract.endSessionsOf, { params })).ok()).toEqual({ ended: 1 });
    expect(await isOpen(world.api(session))).toBe(false);
    const { entries } = (
      await owner.call(listAudit, { query: { user: params.id, action: 'session.ended' } })
    ).ok();
    expect(entries.map((entry) => entry.sentence)).toEqual([
      'Ada Owner signed Managed User out',
      'Ada Owner signed Managed User out',
    ]);
    expect(entries.at(-1)?.changes).toContainEqual({
      field: 'Device',
      before: null,
      after: 'Chrome on Windows',
    });
  });

  test('listSessionsOf refuses actors without the permission, and sessions of users with more permissions', async () => {
    const { session } = await world.join('nosy@northline.example');
    const nosy = world.api(session);
    const ownerId = present((await mine(owner))[0]).id;
    const { users } = (await owner.call(listUsers, { query: {} })).ok();
    const adaId = present(users.find((user) => user.email === ada)).id;
    const look = (client: Client) => client.call(contract.listSessionsOf, { params: { id: adaId } });
    expect((await look(nosy)).status).toBe(403);

    const body = { name: 'helpdesk', permissions: ['locations.all', 'users.sessions'] as never };
    const role = (await owner.call(createRole, { body })).ok();
    const give = { params: { id: session.user.id }, body: { role_ids: [role.id] } };
    (await owner.call(replaceUserRoles, give)).ok();
    expect((await look(nosy)).status).toBe(403);
    const end = { params: { id: adaId, session_id: ownerId } };
    expect((await nosy.call(contract.endSessionOf, end)).status).toBe(403);
    const other = (
      await owner.call(createUser, { body: { email: 'low@northline.example', full_name: 'Low' } })
    ).ok();
    expect((await nosy.call(contract.listSessionsOf, { params: { id: other.id } })).ok().sessions).toEqual(
      [],
    );
    // A session is found under its own user only.
    const misplaced = { params: { id: other.id, session_id: ownerId } };
    expect((await owner.call(contract.endSessionOf, misplaced)).status).toBe(404);
  });
});

describe('on shared computers', () => {
  test('a session ends when nobody used it for a while, although the page refreshed its tokens', async () => {
    let clock = Date.parse('2035-01-01T08:00:00.000Z');
    const idle = await startAuthWorld({ env: { SESSION_IDLE_MINUTES: '15' }, now: () => new Date(clock) });
    try {
      const { browser, session } = await idle.signIn(ada);
      const api = idle.api(session);
      clock += 14 * 60_000;
      expect(await isOpen(api)).toBe(true);
      clock += 14 * 60_000;
      expect((await browser.refreshSession()).error).toBeNull();
      clock += 60_000;
      expect((await api.call(contract.listOwnSessions, {})).problem().code).toBe('session_ended');
      expect((await browser.refreshSession()).error?.code).toBe('session_expired');
      await purgeAuth(idle.app);
      clock += 6 * 60_000;
      await purgeAuth(idle.app);
      const { ended_reason } = await idle.app.database.read
        .selectFrom('auth_sessions')
        .select('ended_reason')
        .executeTakeFirstOrThrow();
      expect(ended_reason).toBe('expired');
      const again = idle.api((await idle.signIn(ada)).session);
      expect(await mine(again)).toHaveLength(1);
    } finally {
      await idle.close();
    }
  });

  test('a session ends with the working day, however busy it is', async () => {
    let clock = Date.parse('2035-01-01T08:00:00.000Z');
    const short = await startAuthWorld({
      env: { SESSION_LIFETIME_HOURS: '8', ACCESS_TOKEN_SECONDS: '86400' },
      now: () => new Date(clock),
    });
    try {
      const { browser, session } = await short.signIn(ada);
      clock += 8 * 3_600_000 - 1000;
      expect(await isOpen(short.api(session))).toBe(true);
      clock += 1000;
      expect(await isOpen(short.api(session))).toBe(false);
      expect((await browser.refreshSession()).error?.code).toBe('session_expired');
    } finally {
      await short.close();
    }
  });
});
