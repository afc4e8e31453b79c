import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions, type Permission } from '../../../../contract/access/permissions.ts';
import { listAudit } from '../../../../contract/audit.ts';
import { getInvitation, sendInvitation } from '../../../../contract/invitations.ts';
import { createRole } from '../../../../contract/roles.ts';
import { createUser, deleteUser, replaceUserRoles, updateUser } from '../../../../contract/users.ts';
import type { Client } from '../../../testing/requests/client.ts';
import { present } from '../../../testing/worlds/auth-world.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let users = 0;

/** A profile at Mill Road that nobody has invited yet. */
async function newcomer() {
  const email = `new${users++}@northline.example`;
  const body = { email, full_name: 'New Comer', location_ids: [world.locations.millRoad.id] };
  const { id } = (await world.ada.call(createUser, { body })).ok();
  return { id, params: { id } };
}

async function withPermissions(name: string, permissions: readonly Permission[]): Promise<User> {
  const user = await world.newUser(name, [], [world.locations.millRoad]);
  const body = { name: `Role of ${name}`, permissions: [...permissions] };
  const role = (await world.ada.call(createRole, { body })).ok();
  const params = { id: user.id };
  (await world.ada.call(replaceUserRoles, { params, body: { role_ids: [role.id] } })).ok();
  return user;
}

const copyLink = (client: Client, params: { id: string }) =>
  client.call(sendInvitation, { params, body: { by: 'link' } });
const sendEmail = (client: Client, params: { id: string }) =>
  client.call(sendInvitation, { params, body: { by: 'mail' } });
const invitationOf = async (params: { id: string }) => (await world.ada.call(getInvitation, { params })).ok();

const secretIn = (link: string | null) => present(/token_hash=([\w-]+)/.exec(present(link))?.[1]);

/** The error code of an invite link; null when it opens the account. */
async function open(token_hash: string): Promise<string | null> {
  const answer = await world.nobody.raw('POST', '/auth/v1/verify', { type: 'invite', token_hash });
  return ((await answer.json()) as { error_code?: string }).error_code ?? null;
}

async function actionsAbout(user: string) {
  const { entries } = (await world.ada.call(listAudit, { query: { user } })).ok();
  return entries.map((entry) => entry.action);
}

describe('an invite link', () => {
  test('sendInvitation gives a link to copy only to an actor with every permission and access to all locations', async () => {
    const everything = await withPermissions('Ella Everything', allPermissions);
    const { params } = await newcomer();
    const { link } = (await copyLink(everything, params)).ok();
    expect(await open(secretIn(link))).toBeNull();
  });

  test.each<Permission>([
    'locations.all',
    'mail.read',
    'users.delete',
  ])('sendInvitation refuses a link to copy without %s, and sends an email instead', async (missing) => {
    const others = allPermissions.filter((permission) => permission !== missing);
    const actor = await withPermissions(`Lacks ${missing}`, others);
    const { params, id } = await newcomer();
    expect((await copyLink(actor, params)).problem()).toMatchObject({
      status: 403,
      detail: 'Only users with every permission can copy an invite link. Send the invitation by email.',
    });
    expect(await invitationOf(params)).toMatchObject({ state: null, sent_at: null });
    expect(await actionsAbout(id)).not.toContain('invitation.link_copied');
    expect((await sendEmail(actor, params)).ok()).toMatchObject({ state: 'invited', link: null });
  });
});

describe('the invitations that a user sent', () => {
  const leave = {
    'is deactivated': (params: { id: string }) =>
      world.ada.call(updateUser, { params, body: { is_active: false } }),
    'is deleted': (params: { id: string }) => world.ada.call(deleteUser, { params }),
  };

  test.each(Object.entries(leave))('a sent invitation ends when the inviter %s', async (_, act) => {
    const inviter = await world.newUser(`Ina Inviter ${users++}`, ['admin']);
    const [byLink, byEmail] = [await newcomer(), await newcomer()];
    const secret = secretIn((await copyLink(inviter, byLink.params)).ok().link);
    (await sendEmail(inviter, byEmail.params)).ok();
    expect((await act({ id: inviter.id })).status).toBeLessThan(300);
    expect(await open(secret)).toBe('otp_expired');
    for (const { id, params } of [byLink, byEmail]) {
      expect(await invitationOf(params)).toMatchObject({ state: null, sent_at: null });
      expect(await actionsAbout(id)).toContain('invitation.cancelled');
    }
  });

  test('a sent invitation is counted in the deactivation summary, and does not come back with an activation', async () => {
    const inviter = await world.newUser('Ivo Inviter', ['admin']);
    const params = { id: inviter.id };
    const [first, second, joined] = [await newcomer(), await newcomer(), await newcomer()];
    const secret = secretIn((await copyLink(inviter, first.params)).ok().link);
    (await sendEmail(inviter, second.params)).ok();
    expect(await open(secretIn((await copyLink(inviter, joined.params)).ok().link))).toBeNull();
    const { ended } = (await world.ada.call(updateUser, { params, body: { is_active: false } })).ok();
    expect(ended).toMatchObject({ invitations: 0, sent_invitations: 2 });
    const query = { user: inviter.id, action: 'user.deactivated' } as const;
    const { entries } = (await world.ada.call(listAudit, { query })).ok();
    expect(JSON.stringify(entries[0]?.changes)).toContain('2 sent invitations');
    (await world.ada.call(updateUser, { params, body: { is_active: true } })).ok();
    expect(await open(secret)).toBe('otp_expired');
  });

  test('a sent invitation stays when another inviter is deactivated', async () => {
    const [deactivated, other] = [
      await world.newUser('Lee Ver', ['admin']),
      await world.newUser('Ola Other', ['admin']),
    ];
    const { params } = await newcomer();
    (await sendEmail(deactivated, params)).ok();
    const secret = secretIn((await copyLink(other, params)).ok().link);
    (await leave['is deactivated']({ id: deactivated.id })).ok();
    expect(await open(secret)).toBeNull();
  });
});
