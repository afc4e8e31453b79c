import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { getInvitation, sendInvitation } from '../../../contract/invitations.ts';
import { createLocation, type Location } from '../../../contract/locations.ts';
import { assignPerson } from '../../../contract/reach.ts';
import { listRoles } from '../../../contract/roles.ts';
import {
  createUser,
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { ada, goodPassword, present } from '../../testing/auth-world.ts';
import type { Client } from '../../testing/client.ts';
import { type FactorWorld, startFactorWorld } from '../../testing/factor-world.ts';
import { millRoad } from '../../testing/world.ts';
import { makeAdministrator } from './administrators.service.ts';

let world: FactorWorld;
let owner: Client;
let here: Location;
let there: Location;
let roleIds: Record<string, string>;
beforeAll(async () => {
  world = await startFactorWorld();
  owner = world.api((await world.signIn(ada)).session);
  here = (await owner.call(createLocation, { body: millRoad })).ok();
  there = (await owner.call(createLocation, { body: { ...millRoad, name: 'Airport' } })).ok();
  const { roles } = (await owner.call(listRoles, {})).ok();
  roleIds = Object.fromEntries(roles.map((role) => [role.name, role.id]));
});
afterAll(() => world.close());

let people = 0;

/** Adds somebody who works here, as whoever asks. */
async function add(client: Client, full_name: string) {
  const email = `handed${people++}@northline.example`;
  const body = { email, full_name, location_ids: [here.id] };
  const { id } = (await client.call(createUser, { body })).ok();
  return { id, email, params: { id } };
}

const giveRoles = (params: { id: string }, ...names: string[]) =>
  owner.call(replaceUserRoles, { params, body: { role_ids: names.map((name) => present(roleIds[name])) } });
const giveStores = (params: { id: string }, ...stores: Location[]) =>
  owner.call(replaceUserLocations, { params, body: { location_ids: stores.map((store) => store.id) } });
const setActive = async (params: { id: string }, is_active: boolean) =>
  (await owner.call(updateUser, { params, body: { is_active } })).ok();

async function takeLink(client: Client, params: { id: string }): Promise<string> {
  const { link } = (await client.call(sendInvitation, { params, body: { by: 'link' } })).ok();
  return present(/token_hash=([\w-]+)/.exec(present(link))?.[1]);
}

/** Opens a link of an invitation; the code of the refusal, or the browser that is signed in now. */
async function open(token_hash: string) {
  const browser = world.browser();
  const { error } = await browser.verifyOtp({ token_hash, type: 'invite' });
  return { browser, code: error?.code ?? null };
}

/** A manager of this store who joined by mail. */
async function addManager() {
  const manager = await add(owner, 'Mia Manager');
  (await giveRoles(manager.params, 'manager')).ok();
  (await owner.call(sendInvitation, { params: manager.params, body: { by: 'mail' } })).ok();
  const { browser } = await open((await world.mail(manager.email)).secret);
  await browser.updateUser({ password: goodPassword });
  return { ...manager, client: world.api((await world.signIn(manager.email)).session) };
}

describe('a link that a manager took to hand over', () => {
  test.each<[string, (manager: { id: string }, person: { id: string }) => Promise<unknown>]>([
    ['its person was given more than the manager holds', (_, person) => giveRoles(person, 'admin')],
    ['its person works at another store as well', (_, person) => giveStores(person, here, there)],
    ['the manager may not invite any more', (manager) => giveRoles(manager, 'employee')],
    ['the manager works elsewhere', (manager) => giveStores(manager, there)],
    ['the manager is deactivated', (manager) => setActive(manager, false)],
    ['the manager is deleted', (manager) => owner.call(deleteUser, { params: manager })],
  ])('opens nothing once %s, and is gone', async (_, change) => {
    const manager = await addManager();
    const person = await add(manager.client, 'Ned New');
    const secret = await takeLink(manager.client, person.params);
    await change(manager.params, person.params);
    expect((await open(secret)).code).toBe('otp_expired');
    const invitation = (await owner.call(getInvitation, { params: person.params })).ok();
    expect(invitation).toMatchObject({ state: null, sent_at: null, joined_by_link: false });
    const { entries } = (await owner.call(listAudit, { query: { person: person.id } })).ok();
    expect(entries.map((entry) => entry.action)).toContain('invitation.cancelled');
    expect(entries.map((entry) => entry.action)).not.toContain('session.started');
  });

  test('ends with the manager: the receipt and the audit say so, and an activation does not bring it back', async () => {
    const manager = await addManager();
    const [ghost, used] = [await add(manager.client, 'Ghost'), await add(manager.client, 'Uma Used')];
    const secret = await takeLink(manager.client, ghost.params);
    expect((await open(await takeLink(manager.client, used.params))).code).toBeNull();
    const { ended } = await setActive(manager.params, false);
    expect(ended).toMatchObject({ invitations: 0, handed_over_links: 1, unconfirmed: ['Uma Used'] });
    const { entries } = (await owner.call(listAudit, { query: { person: manager.id } })).ok();
    const entry = entries.find(({ action }) => action === 'user.deactivated');
    expect(JSON.stringify(entry?.changes)).toContain('1 handed over link');
    await setActive(manager.params, true);
    expect((await open(secret)).code).toBe('otp_expired');
  });

  test('an invitation by mail is its mailbox’s, whatever becomes of the sender', async () => {
    const manager = await addManager();
    const person = await add(manager.client, 'Mel Mail');
    (await manager.client.call(sendInvitation, { params: person.params, body: { by: 'mail' } })).ok();
    const { ended } = await setActive(manager.params, false);
    expect(ended).toMatchObject({ invitations: 0, handed_over_links: 0, unconfirmed: [] });
    expect((await open((await world.mail(person.email)).secret)).code).toBeNull();
    expect((await giveRoles(person.params, 'admin')).status).toBe(200);
  });
});

describe('somebody who joined by a link that a manager handed over', () => {
  /** The manager opens the link, chooses a password and sets up a second factor. */
  async function hijack() {
    const manager = await addManager();
    const person = await add(manager.client, 'Cleo Chief');
    const { browser } = await open(await takeLink(manager.client, person.params));
    expect((await browser.updateUser({ password: goodPassword })).error).toBeNull();
    return { manager, ...person, browser, ...(await world.setUp(browser)) };
  }

  test('is given nothing that the manager does not have, and the refusal says what to do', async () => {
    const { manager, params } = await hijack();
    const refused = (await giveRoles(params, 'admin')).problem();
    expect(refused).toMatchObject({ code: 'conflict', title: 'Failed to assign roles' });
    expect(refused.detail).toBe(
      'Cleo Chief joined by a link that was handed over, and has not confirmed the address yet. ' +
        "Ask them to use 'Forgot password?' once.",
    );
    expect((await giveStores(params, here, there)).problem().detail).toBe(refused.detail);
    const assigned = await owner.call(assignPerson, { params: { id: there.id, user_id: params.id } });
    expect(assigned.problem().detail).toBe(refused.detail);
    const seen = (await manager.client.call(getInvitation, { params })).ok();
    expect(seen).toMatchObject({ state: 'joined', joined_by_link: true });

    expect((await giveRoles(params, 'employee')).status).toBe(200);
    await setActive(manager.params, false);
    expect((await giveRoles(params, 'employee', 'viewer')).status).toBe(409);
    expect((await giveRoles(params)).status).toBe(200);
  });

  test('becomes the mailbox’s by Forgot password?: nothing that was set up before works, and anything can be given', async () => {
    const { email, params, session } = await hijack();
    const browser = await world.recover(email);
    expect(await world.isAlive(session)).toBe(false);
    const { data } = await browser.getUser();
    expect(data.user).toMatchObject({ app_metadata: { needs_password: true } });
    expect(data.user?.factors ?? []).toEqual([]);
    const before = await world.browser().signInWithPassword({ email, password: goodPassword });
    expect(before.error?.code).toBe('invalid_credentials');
    expect((await browser.updateUser({ password: 'the chief chose this' })).error).toBeNull();
    const owned = await world.signIn(email, 'the chief chose this');
    expect(await world.apiCode(owned.session)).toBe('ok');
    expect((await giveRoles(params, 'admin')).status).toBe(200);
    expect((await owner.call(getInvitation, { params })).ok().joined_by_link).toBe(false);
    expect(await world.actionsOf(params.id)).toContain('user.claimed');
  });

  test('of a link after a link, the newer giver counts, and the older one’s session is over', async () => {
    const manager = await addManager();
    const person = await add(manager.client, 'Twy Ce');
    const older = await open(await takeLink(manager.client, person.params));
    const { session } = present((await older.browser.getSession()).data);
    const newer = await open(await takeLink(owner, person.params));
    expect(newer.code).toBeNull();
    expect(await world.isAlive(present(session))).toBe(false);
    expect((await giveRoles(person.params, 'admin')).status).toBe(200);
  });

  test('is taken from the giver by an invitation that comes by mail', async () => {
    const manager = await addManager();
    const person = await add(manager.client, 'Ina Invited');
    const older = await open(await takeLink(manager.client, person.params));
    const { session } = present((await older.browser.getSession()).data);
    (await owner.call(sendInvitation, { params: person.params, body: { by: 'mail' } })).ok();
    expect((await open((await world.mail(person.email)).secret)).code).toBeNull();
    expect(await world.isAlive(present(session))).toBe(false);
    expect((await giveRoles(person.params, 'admin')).status).toBe(200);
  });

  test('may be made administrator by the operator, whose link leaves nothing of before', async () => {
    const { email, session } = await hijack();
    await makeAdministrator(world.app, { email, full_name: null, resetsFactor: false });
    expect(await world.isAlive(session)).toBe(false);
    const before = await world.browser().signInWithPassword({ email, password: goodPassword });
    expect(before.error?.code).toBe('invalid_credentials');
  });
});
