import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProfile, updateProfile } from '../../../contract/profile.ts';
import { listRoles } from '../../../contract/roles.ts';
import { createUser, listUsers, replaceUserRoles } from '../../../contract/users.ts';
import { type AuthWorld, ada, startAuthWorld } from '../../testing/worlds/auth-world.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());

describe('the own profile', () => {
  test('getProfile creates the profile from the account when there is none', async () => {
    const email = 'lost@northline.example';
    const { session } = await world.join(email, undefined, 'Lou Lost');
    await world.app.database.write((tx) =>
      tx.deleteFrom('users').where('id', '=', session.user.id).execute(),
    );
    const made = (await world.api(session).call(getProfile, {})).ok();
    expect(made).toMatchObject({
      id: session.user.id,
      email,
      full_name: 'Lou Lost',
      phone: null,
      is_active: true,
      roles: [],
      locations: [],
    });
    const admin = world.api((await world.signIn(ada)).session);
    expect((await admin.call(listUsers, { query: { q: email } })).ok().total).toBe(1);
  });

  test('updateProfile edits name and phone, and nothing else', async () => {
    const { session } = await world.join('eddy@northline.example', undefined, 'Eddy Editor');
    const me = world.api(session);
    const edited = (await me.call(updateProfile, { body: { full_name: ' Ed ', phone: '' } })).ok();
    expect(edited).toMatchObject({ full_name: 'Ed', phone: null });
    const refused = (await me.call(updateProfile, { body: { full_name: ' ' } })).problem();
    expect(refused).toMatchObject({
      title: 'Failed to update user profile',
      issues: [{ path: 'full_name', message: 'Full name is required' }],
    });
    await me.raw('PATCH', '/api/profile', { email: 'x@y.example', is_active: false });
    expect((await me.call(getProfile, {})).ok()).toMatchObject({
      email: 'eddy@northline.example',
      is_active: true,
    });
  });
});

test('getProfile names an administrator to a user without a role whom somebody added, and to nobody else', async () => {
  const admin = world.api((await world.signIn(ada)).session);
  const email = 'nora.norole@northline.example';
  (await admin.call(createUser, { body: { email, full_name: 'Nora Norole' } })).ok();
  const { session } = await world.join(email);
  const nora = world.api(session);
  const helper = { name: 'Ada Owner', email: ada };
  expect((await nora.call(getProfile, {})).ok().helper).toEqual(helper);
  // Somebody who signed up is not told the email of an administrator.
  const stranger = await world.join('sam.stranger@elsewhere.example', undefined, 'Sam Stranger');
  expect((await world.api(stranger.session).call(getProfile, {})).ok()).not.toHaveProperty('helper');
  const { roles } = (await admin.call(listRoles, {})).ok();
  const role_ids = roles.filter(({ name }) => name === 'viewer').map(({ id }) => id);
  (await admin.call(replaceUserRoles, { params: { id: session.user.id }, body: { role_ids } })).ok();
  expect((await nora.call(getProfile, {})).ok()).not.toHaveProperty('helper');
});

test('a session has the members that the specification names', async () => {
  const { session } = await world.signIn(ada);
  expect(session).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: expect.any(Number),
    expires_at: expect.any(Number),
    token_type: 'bearer',
    user: {
      id: expect.any(String),
      email: ada,
      user_metadata: { full_name: 'Ada Owner' },
      identities: [expect.objectContaining({ provider: 'email' })],
    },
  });
});
