import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { getAttention } from '../../../../contract/dashboard.ts';
import {
  cancelInvitation,
  describeInvitation,
  getInvitation,
  sendInvitation,
} from '../../../../contract/invitations.ts';
import { listLocationUsers } from '../../../../contract/location-access.ts';
import { createLocation } from '../../../../contract/locations.ts';
import { listRoles } from '../../../../contract/roles.ts';
import {
  createUser,
  getUser,
  listUsers,
  listUserValues,
  replaceUserRoles,
  updateUser,
} from '../../../../contract/users.ts';
import { type Client, createClient } from '../../../testing/requests/client.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../../testing/worlds/auth-world.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';

let world: AuthWorld;
let owner: Client;
let shiftMs = 0;
beforeAll(async () => {
  world = await startAuthWorld({ now: () => new Date(Date.now() + shiftMs) });
  owner = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

async function add(name: string, location_ids: string[] = []) {
  const email = `${name.toLowerCase()}@northline.example`;
  const { id } = (await owner.call(createUser, { body: { email, full_name: name, location_ids } })).ok();
  return { id, email, params: { id } };
}

async function stateOf(id: string, client = owner) {
  const { users } = (await client.call(listUsers, { query: { limit: 1000 } })).ok();
  return users.find((user) => user.id === id)?.invitation;
}

/** The newest email, after its delivery: the next invitation would withdraw a waiting one. */
async function delivered(email: string, count = 1) {
  const message = await world.emailTo(email, count);
  await world.app.mailer.deliverDue();
  return message;
}

function accept(token_hash: string) {
  return world.browser().verifyOtp({ token_hash, type: 'invite' });
}

const descriptionOf = async (token_hash: string) =>
  (await createClient(world.url).call(describeInvitation, { body: { token_hash } })).ok();

describe('an invitation', () => {
  test('an invitation leads from the email to a chosen password, and the list says Invited, then Joined', async () => {
    const zoe = await add('Zoe');
    expect(await stateOf(zoe.id)).toBeNull();
    const sent = (await owner.call(sendInvitation, { params: zoe.params, body: { by: 'mail' } })).ok();
    expect(sent).toMatchObject({ state: 'invited', by: 'mail', sent_by: 'Ada Owner', link: null });
    expect(await stateOf(zoe.id)).toBe('invited');

    const message = await delivered(zoe.email);
    expect(message.text).toContain('http://localhost:3000/auth/confirm?token_hash=');
    const browser = world.browser();
    const { data, error } = await browser.verifyOtp({ token_hash: message.secret, type: 'invite' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: zoe.id, app_metadata: { needs_password: true } });
    expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull();
    await world.signIn(zoe.email, 'a new password');
    expect(await stateOf(zoe.id)).toBe('joined');
    expect((await owner.call(getUser, { params: zoe.params })).ok().invitation).toBe('joined');
    expect((await accept(message.secret)).error?.code).toBe('otp_expired');

    const again = await owner.call(sendInvitation, { params: zoe.params, body: {} });
    expect(again.problem()).toMatchObject({ code: 'conflict', title: 'Failed to invite the user' });
  });

  test('an invitation that is sent again ends the older link, and works once even when used twice at a time', async () => {
    const yan = await add('Yan');
    const send = () => owner.call(sendInvitation, { params: yan.params, body: { by: 'mail' } });
    (await send()).ok();
    const older = await delivered(yan.email);
    (await send()).ok();
    const newer = await delivered(yan.email, 2);
    expect((await accept(older.secret)).error?.code).toBe('otp_expired');
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(newer.secret)));
    expect(answers.filter((answer) => answer.data.session)).toHaveLength(1);
  });

  test('an invitation gives its link once to copy, and stores only a hash', async () => {
    const kim = await add('Kim');
    const { link } = (await owner.call(sendInvitation, { params: kim.params, body: { by: 'link' } })).ok();
    const secret = /token_hash=([\w-]+)&type=invite$/.exec(present(link))?.[1] ?? '';
    expect(await world.emailsTo(kim.email)).toEqual([]);
    expect((await owner.call(getInvitation, { params: kim.params })).ok()).not.toHaveProperty('link');
    const rows = await world.app.database.read.selectFrom('auth_invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await accept(secret)).error).toBeNull();
    const { entries } = (await owner.call(listAudit, { query: { user: kim.id } })).ok();
    expect(entries.map((entry) => entry.sentence)).toEqual(
      expect.arrayContaining(['Ada Owner created an invite link for Kim', 'Kim accepted the invitation']),
    );
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test('an invitation names the inviter, the product and the locations', async () => {
    const [mill, port] = [
      (await owner.call(createLocation, { body: millRoad })).ok(),
      (await owner.call(createLocation, { body: { ...millRoad, name: 'Airport' } })).ok(),
    ];
    const nia = await add('Nia', [mill.id, port.id]);
    (await owner.call(sendInvitation, { params: nia.params, body: {} })).ok();
    const message = await delivered(nia.email);
    expect(message.text).toContain('Ada Owner invited you to Canopy, for Airport and Mill Road.\n');
    expect(message.text).toContain('The link works once, for 7 days.');
    const described = await descriptionOf(message.secret);
    expect(described).toEqual({ invitation: { name: 'Nia', invited_by: 'Ada Owner' } });
    const many = [];
    for (let n = 1; n < 7; n++) {
      const body = { ...millRoad, name: `Location ${n}` };
      many.push((await owner.call(createLocation, { body })).ok().id);
    }
    const ola = await add('Ola', many);
    (await owner.call(sendInvitation, { params: ola.params, body: {} })).ok();
    expect((await delivered(ola.email)).text).toContain(
      'for Location 1, Location 2, Location 3 and 3 more locations.\n',
    );
  });

  test('describeInvitation describes an invitation as long as its link works, and does not use it up', async () => {
    const rob = await add('Rob');
    const send = async () =>
      (await owner.call(sendInvitation, { params: rob.params, body: { by: 'link' } })).ok();
    const secretIn = (link: string | null) => present(/token_hash=([\w-]+)/.exec(present(link))?.[1]);
    const older = secretIn((await send()).link);
    const secret = secretIn((await send()).link);
    const working = { invitation: { name: 'Rob', invited_by: 'Ada Owner' } };
    expect([await descriptionOf(secret), await descriptionOf(secret)]).toEqual([working, working]);
    expect(await descriptionOf(older)).toEqual({ invitation: null });
    expect(await descriptionOf('unknown')).toEqual({ invitation: null });
    expect((await accept(secret)).error).toBeNull();
    expect(await descriptionOf(secret)).toEqual({ invitation: null });
  });

  test('an invitation expires after INVITATION_DAYS, and another one works', async () => {
    const lea = await add('Lea');
    (await owner.call(sendInvitation, { params: lea.params, body: {} })).ok();
    const old = await delivered(lea.email);
    shiftMs += 6 * 86_400_000;
    owner = world.api((await world.signIn(ada)).session);
    expect(await stateOf(lea.id)).toBe('invited');
    shiftMs += 86_400_000;
    owner = world.api((await world.signIn(ada)).session);
    expect(await stateOf(lea.id)).toBe('expired');
    expect(await descriptionOf(old.secret)).toEqual({ invitation: null });
    expect((await accept(old.secret)).error?.code).toBe('otp_expired');
    (await owner.call(sendInvitation, { params: lea.params, body: {} })).ok();
    expect(await stateOf(lea.id)).toBe('invited');
    expect((await accept((await delivered(lea.email, 2)).secret)).error).toBeNull();
  });

  test('cancelInvitation ends an invitation, and does nothing when repeated', async () => {
    const cal = await add('Cal');
    (await owner.call(sendInvitation, { params: cal.params, body: {} })).ok();
    const { secret } = await delivered(cal.email);
    expect((await owner.call(cancelInvitation, { params: cal.params })).status).toBe(204);
    expect((await owner.call(cancelInvitation, { params: cal.params })).status).toBe(204);
    expect(await stateOf(cal.id)).toBeNull();
    expect((await accept(secret)).error?.code).toBe('otp_expired');
  });

  test('an invitation neither works for a deactivated user nor can be sent to one', async () => {
    const ida = await add('Ida');
    (await owner.call(sendInvitation, { params: ida.params, body: {} })).ok();
    const { secret } = await delivered(ida.email);
    (await owner.call(updateUser, { params: ida.params, body: { is_active: false } })).ok();
    expect((await accept(secret)).error).not.toBeNull();
    const again = await owner.call(sendInvitation, { params: ida.params, body: {} });
    expect(again.problem().detail).toContain('deactivated');
  });

  test('an invitation that was accepted reads Joined only after a password was chosen', async () => {
    const pia = await add('Pia');
    (await owner.call(sendInvitation, { params: pia.params, body: {} })).ok();
    expect((await accept((await delivered(pia.email)).secret)).error).toBeNull();
    expect(await stateOf(pia.id)).toBe('joining');
    // The user closed the tab. The link proved the mailbox, so recovery works.
    await world.browser().resetPasswordForEmail(pia.email);
    const browser = world.browser();
    const { secret: token_hash } = await world.emailTo(pia.email, 2);
    expect((await browser.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
    expect(await stateOf(pia.id)).toBe('joining');
    expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull();
    expect(await stateOf(pia.id)).toBe('joined');
    await world.signIn(pia.email, 'a new password');
  });

  test('an invitation accepted without a chosen password can be repeated, and ends the earlier session', async () => {
    const ned = await add('Ned');
    (await owner.call(sendInvitation, { params: ned.params, body: {} })).ok();
    const first = await accept((await delivered(ned.email)).secret);
    expect((await owner.call(getInvitation, { params: ned.params })).ok().state).toBe('joining');
    (await owner.call(sendInvitation, { params: ned.params, body: {} })).ok();
    expect(await stateOf(ned.id)).toBe('invited');
    expect((await accept((await delivered(ned.email, 2)).secret)).error).toBeNull();
    // Somebody else may have used the first link.
    const older = await world.browser().getUser(present(first.data.session).access_token);
    expect(older.error).not.toBeNull();
  });

  test('who opened the invitation and chose no password is joining in every place, and expired only by time', async () => {
    const { id: location_id } = (await owner.call(createLocation, { body: millRoad })).ok();
    const roles = (await owner.call(listRoles, { query: {} })).ok().roles;
    const role_id = present(roles.find(({ name }) => name === 'manager')).id;
    const jo = await add('Jo', [location_id]);
    (await owner.call(replaceUserRoles, { params: jo.params, body: { role_ids: [role_id] } })).ok();
    const params = { id: location_id };
    const listed = async (invitation: string) => {
      const { users } = (await owner.call(listUsers, { query: { invitation, location: location_id } })).ok();
      return users.length;
    };
    const unfinished = async () => {
      const { checks } = (await owner.call(getAttention, { query: {} })).ok();
      return checks.find(({ check }) => check === 'invitations_not_accepted')?.count ?? 0;
    };
    const before = await unfinished();
    const places = async () => {
      const access = (await owner.call(listLocationUsers, { params, query: {} })).ok();
      const away = { params, query: { list: 'cannot_see' as const } };
      const waiting = (await owner.call(listLocationUsers, away)).ok();
      const query = { field: 'invitation' as const, location: location_id };
      const { values } = (await owner.call(listUserValues, { query })).ok();
      const csv = await owner.raw('GET', `/api/users/export.csv?q=jo%40`);
      return {
        list: await stateOf(jo.id),
        filters: [await listed('joining'), await listed('expired'), await listed('not:joined')],
        counted: values.flatMap(({ value, count }) => (count > 0 ? [value] : [])),
        user: (await owner.call(getUser, { params: jo.params })).ok().invitation,
        dialog: (await owner.call(getInvitation, { params: jo.params })).ok().state,
        access: access.users.map(({ invitation }) => invitation),
        waiting: waiting.users.map(({ invitation }) => invitation),
        joining: access.joining,
        managers: access.managers.first.map(({ invitation }) => invitation),
        export: /,(invited|joining|expired|joined),/.exec(await csv.text())?.[1],
        attention: (await unfinished()) - before,
      };
    };
    (await owner.call(sendInvitation, { params: jo.params, body: {} })).ok();
    expect((await accept((await delivered(jo.email)).secret)).error).toBeNull();
    expect(await places()).toEqual({
      ...{ list: 'joining', user: 'joining', dialog: 'joining', export: 'joining', counted: ['joining'] },
      ...{ filters: [1, 0, 1], managers: ['joining'], attention: 1 },
      // Their session has all that their role allows, so the access list says that they see the location.
      ...{ access: ['joined', 'joining'], waiting: [], joining: 1 },
    });
    (await owner.call(sendInvitation, { params: jo.params, body: {} })).ok();
    expect(await places()).toMatchObject({ list: 'invited', filters: [0, 0, 1], joining: 0, attention: 0 });
    await world.app.database.write((tx) =>
      tx
        .updateTable('auth_invitations')
        .set({ expires_at: new Date(0).toISOString() })
        .where('user_id', '=', jo.id)
        .execute(),
    );
    const late = { list: 'expired', filters: [0, 1, 1], managers: ['expired'], joining: 0, attention: 1 };
    expect(await places()).toMatchObject(late);
  });

  test('an invitation ends when its user joins by signing up', async () => {
    const sue = await add('Sue');
    const { link } = (await owner.call(sendInvitation, { params: sue.params, body: { by: 'link' } })).ok();
    const { session } = await world.join(sue.email);
    expect(session.user.id).toBe(sue.id);
    // The mailbox is confirmed now. Somebody else may have typed the earlier password, so it was dropped.
    expect(await stateOf(sue.id)).toBe('joining');
    const secret = /token_hash=([\w-]+)/.exec(present(link))?.[1] ?? '';
    expect((await accept(secret)).error?.code).toBe('otp_expired');
  });
});

describe('who may invite', () => {
  test('sendInvitation lets a manager invite users whom they can manage, and nobody else', async () => {
    const mill = (await owner.call(createLocation, { body: millRoad })).ok();
    const port = (await owner.call(createLocation, { body: { ...millRoad, name: 'Port' } })).ok();
    const { roles } = (await owner.call(listRoles, {})).ok();
    const roleId = (name: string) => present(roles.find((role) => role.name === name)).id;
    const give = async (params: { id: string }, name: string) =>
      (await owner.call(replaceUserRoles, { params, body: { role_ids: [roleId(name)] } })).ok();
    const max = await add('Max', [mill.id]);
    await give(max.params, 'manager');
    const manager = world.api((await joinByInvitation(max)).session);
    const [own, shared, foreign] = [
      await add('Own', [mill.id]),
      await add('Shared', [mill.id, port.id]),
      await add('Foreign', [port.id]),
    ];
    const boss = await add('Boss', [mill.id]);
    await give(boss.params, 'admin');

    const send = (params: { id: string }) => manager.call(sendInvitation, { params, body: {} });
    expect((await send(own.params)).status).toBe(200);
    expect(await stateOf(own.id, manager)).toBe('invited');
    expect((await send(shared.params)).status).toBe(403);
    expect((await send(boss.params)).status).toBe(403);
    const answers = [
      await send(foreign.params),
      await manager.call(getInvitation, { params: foreign.params }),
      await manager.call(cancelInvitation, { params: foreign.params }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect(await stateOf(foreign.id, manager)).toBeUndefined();

    await give(own.params, 'employee');
    const employee = world.api((await joinByInvitation(own)).session);
    expect((await employee.call(sendInvitation, { params: max.params, body: {} })).status).toBe(403);
    const nobody = createClient(world.url);
    expect((await nobody.call(getInvitation, { params: own.params })).status).toBe(401);
  });
});

async function joinByInvitation({ email, params }: { email: string; params: { id: string } }) {
  const { link } = (await owner.call(sendInvitation, { params, body: { by: 'link' } })).ok();
  const browser = world.browser();
  const token_hash = /token_hash=([\w-]+)/.exec(present(link))?.[1] ?? '';
  await browser.verifyOtp({ token_hash, type: 'invite' });
  await browser.updateUser({ password: goodPassword });
  return world.signIn(email);
}

describe('the limit on invitations', () => {
  let limited: World;
  beforeAll(async () => {
    limited = await startWorld({ env: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => limited.close());

  const tryOften = async (sender: Client, id: string, times = 12) => {
    const statuses = [];
    for (let n = 0; n < times; n++) {
      statuses.push((await sender.call(sendInvitation, { params: { id }, body: {} })).status);
    }
    return statuses;
  };
  const addAt = async (name: string, locations: { id: string }[]) => {
    const location_ids = locations.map((location) => location.id);
    const body = { email: `${name}@northline.example`, full_name: name, location_ids };
    return (await limited.ada.call(createUser, { body })).ok().id;
  };

  test('sendInvitation refuses to flood a mailbox', async () => {
    const id = await addAt('Flo', []);
    expect(await tryOften(limited.ada, id)).toEqual([...Array(10).fill(200), 429, 429]);
  });

  test('sendInvitation counts no attempt of an actor who may not invite the user, and reveals nothing to them', async () => {
    const { millRoad, airport } = limited.locations;
    const manager = await limited.newUser('Mia Manager', ['manager'], [millRoad]);
    const foreign = await addAt('Foreign', [airport]);
    expect(await tryOften(manager, foreign)).toEqual(Array(12).fill(404));
    expect(await tryOften(manager, crypto.randomUUID())).toEqual(Array(12).fill(404));
    const shared = await addAt('Shared', [millRoad, airport]);
    expect(await tryOften(manager, shared)).toEqual(Array(12).fill(403));
    for (const id of [foreign, shared])
      expect(await tryOften(limited.ada, id, 10)).toEqual(Array(10).fill(200));
  });

  test('sendInvitation counts no attempt to invite a deactivated user', async () => {
    const id = await addAt('Ida', []);
    const turn = (is_active: boolean) =>
      limited.ada.call(updateUser, { params: { id }, body: { is_active } });
    (await turn(false)).ok();
    expect(await tryOften(limited.ada, id)).toEqual(Array(12).fill(409));
    (await turn(true)).ok();
    expect(await tryOften(limited.ada, id, 1)).toEqual([200]);
  });
});

test('an invitation whose email is refused reads Failed with the reason, until it is sent again', async () => {
  let refuses = true;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => stream.on('end', () => done()).resume(),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const mailing = await startAuthWorld({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  try {
    const api = mailing.api((await mailing.signIn(ada)).session);
    const body = { email: 'eve@northline.example', full_name: 'Eve' };
    const { id } = (await api.call(createUser, { body })).ok();
    const look = async () => (await api.call(getInvitation, { params: { id } })).ok();
    (await api.call(sendInvitation, { params: { id }, body: {} })).ok();
    await expect.poll(async () => (await look()).state).toBe('failed');
    expect(await look()).toMatchObject({ mail: 'failed', mail_problem: expect.stringContaining('550') });
    refuses = false;
    (await api.call(sendInvitation, { params: { id }, body: {} })).ok();
    expect(await look()).toMatchObject({ state: 'invited', mail_problem: null });
  } finally {
    await mailing.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  }
});
