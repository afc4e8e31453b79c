import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { getSecondFactor } from '../../../../contract/auth/second-factor.ts';
import { getInvitation, sendInvitation } from '../../../../contract/invitations.ts';
import { endSessionOf, listSessionsOf } from '../../../../contract/sessions.ts';
import { getUserAccess } from '../../../../contract/user-access.ts';
import { getUser } from '../../../../contract/users.ts';
import { type Chain, makeDistrict, makeLocation, makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';
import { setScreen } from '../../../testing/screen-size.ts';

const harbor = makeLocation({ name: 'Harbor 394', city: 'Troy' });
const airport = makeLocation({ name: 'Airport 211' });
const eva = makeUser({
  full_name: 'Eva Employee',
  phone: '(518) 555-1002',
  invitation: 'joined',
  role_ids: ['role-employee'],
  location_ids: [harbor.id, airport.id],
});
const lea = makeUser({ full_name: 'Lea Leaver', is_active: false });
const nora = makeUser({ full_name: 'Nora New' });

const session = {
  ...{ id: 'session-1', device: 'Chrome on Windows', ip: '203.0.113.9', is_current: false },
  ...{ signed_in_at: '2026-11-20T21:05:00.000Z', last_seen_at: '2026-11-20T21:05:00.000Z' },
};
const notInvited = {
  ...{ state: null, by: null, sent_at: null, expires_at: null, sent_by: null, mail: null },
  ...{ mail_problem: null },
};
const entry = {
  ...{ id: 'entry-1', at: '2026-11-20T21:05:00.000Z', action: 'user.updated' },
  ...{
    actor: { id: 'x', name: 'Ada Owner' },
    changes: [],
    locations: [],
    via: 'screen',
    run_id: null,
    token: null,
  },
  ...{ ip: null, user_agent: null, device: null },
};

async function openUser(path: string, roles = ['admin'], start: Partial<Chain> = {}) {
  const server = new FakeServer();
  const users = [{ ...eva }, { ...lea }, { ...nora }];
  const chain = serveChain(server, { users, locations: [harbor, airport], ...start });
  server.answer(getInvitation, notInvited);
  server.answer(getSecondFactor, { is_set_up: false, set_up_at: null });
  server.answer(listSessionsOf, { sessions: [session] });
  server.answer(listAudit, {
    entries: [
      {
        ...entry,
        sentence: 'Ada Owner edited Eva Employee',
        subject: { type: 'user', id: eva.id, name: 'Eva' },
      },
    ],
    next: null,
  });
  const opened = await openApp(path, { server, signedInAs: profileWith(roles) });
  return { ...opened, chain };
}

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

describe('the page of a user', () => {
  test('the page of a user says what they can do, and who granted each role and location', async () => {
    await openUser(`/users/${eva.id}`);
    await heading('Eva Employee');
    await screen.findByText("Can see 2 locations and their users. Can't change anything.");
    const roles = within(await screen.findByRole('list', { name: /^Roles/ }));
    await roles.findByText('employee');
    roles.getByText('Assigned by Ada Owner');
    const locations = within(screen.getByRole('list', { name: /^Locations/ }));
    expect(locations.getByRole('link', { name: 'Harbor 394' }).getAttribute('href')).toBe(
      `/locations/${harbor.id}`,
    );
    await waitFor(() => expect(document.title).toBe('Eva Employee · Canopy'));
    expect(screen.getByRole('link', { name: '(518) 555-1002' }).getAttribute('href')).toBe('tel:5185551002');
    await screen.findByText('Ada Owner edited Eva Employee');
  });

  test('the page of a user asks for everything at once', async () => {
    const server = new FakeServer();
    serveChain(server, { users: [{ ...eva }], locations: [harbor] });
    // Nobody answers.
    for (const call of [getUser, getUserAccess, listAudit]) server.answer(call, () => new Promise(() => {}));
    await openApp(`/users/${eva.id}`, { server, signedInAs: profileWith() });
    await waitFor(() => {
      expect(server.requests('GET', `/api/users/${eva.id}`)).toHaveLength(1);
      expect(server.requests('GET', `/api/users/${eva.id}/access`)).toHaveLength(1);
      expect(server.requests('GET', '/api/audit')).toHaveLength(1);
    });
  });

  test('the page of a user who is gone or out of scope says the server sentence and leads back', async () => {
    const sentence = 'This user does not exist, or does not work at one of your locations.';
    const server = new FakeServer();
    serveChain(server);
    server.refuse(getUser, 'not_found', sentence);
    server.refuse(getUserAccess, 'not_found', sentence);
    await openApp('/users/other', { server, signedInAs: profileWith(['employee']) });
    await heading('User not found');
    screen.getByText(sentence);
    screen.getByRole('link', { name: 'Go to Users' });
  });

  test('the page of a user says the same about an address without an id', async () => {
    const server = new FakeServer();
    serveChain(server);
    server.refuse(getUser, 'validation_failed', 'Must be a UUID');
    server.refuse(getUserAccess, 'validation_failed', 'Must be a UUID');
    await openApp('/users/abc', { server, signedInAs: profileWith() });
    await heading('User not found');
    screen.getByText('This user does not exist, or does not work at one of your locations.');
  });

  test('the page of a user names another administrator where the granter is out of scope', async () => {
    const server = new FakeServer();
    serveChain(server, { users: [{ ...eva }], locations: [harbor] });
    const granted = { at: '2026-11-20T21:05:00.000Z', by: null };
    server.answer(getUserAccess, {
      roles: [],
      locations: [{ ...harbor, assigned: granted, through: null }],
      ...{ added_by: null, joined_at: null, last_sign_in_at: null, deactivation: null, tokens: null },
      updated_at: eva.updated_at,
    });
    await openApp(`/users/${eva.id}`, { server, signedInAs: profileWith(['employee']) });
    await screen.findByText('Assigned by another administrator');
    expect(screen.queryByRole('button', { name: /^Remove|^Assign|^Edit|^Deactivate/ })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'History' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Devices' })).toBeNull();
  });

  test('a user page shows the whole districts of the user, also one without locations, and leads to them', async () => {
    const server = new FakeServer();
    const districts = [makeDistrict({ id: 'north', name: 'North' })];
    serveChain(server, {
      users: [{ ...eva }],
      locations: [harbor],
      districts,
      given: { [eva.id]: ['north'] },
    });
    await openApp(`/users/${eva.id}`, { server, signedInAs: profileWith() });
    const list = within(await screen.findByRole('list', { name: /^Whole districts 1/ }));
    expect(list.getByRole('link', { name: 'North' }).getAttribute('href')).toBe('/districts/north');
  });

  test('a location through a district says so, and removing another one does not assign it', async () => {
    const server = new FakeServer();
    serveChain(server, { users: [{ ...eva }], locations: [harbor, airport] });
    const granted = { at: '2026-11-20T21:05:00.000Z', by: 'Ada Owner' };
    const through = { ...granted, by: 'Ann Lee', district: { id: 'district-4', name: 'District 4' } };
    const depot = makeLocation({ name: 'Depot 9' });
    server.answer(getUserAccess, {
      roles: [],
      locations: [
        { ...harbor, assigned: granted, through },
        { ...depot, assigned: null, through },
      ],
      ...{ added_by: null, joined_at: null, last_sign_in_at: null, deactivation: null, tokens: null },
      updated_at: eva.updated_at,
    });
    const { user } = await openApp(`/users/${eva.id}`, { server, signedInAs: profileWith() });
    await heading('Eva Employee');
    expect(await screen.findAllByText('Through District 4, granted by Ann Lee')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Remove Depot 9' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove Harbor 394' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(server.requests('PUT', `/api/users/${eva.id}/locations`)[0]?.body).toEqual({ location_ids: [] }),
    );
  });

  test('a location is removed after a question in its row, and Keep leaves it', async () => {
    const { user, server } = await openUser(`/users/${eva.id}`);
    await user.click(await screen.findByRole('button', { name: 'Remove Harbor 394' }));
    const question = within(screen.getByRole('group', { name: 'Remove Harbor 394?' }));
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep' }));
    await user.click(question.getByRole('button', { name: 'Keep' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Harbor 394' })),
    );
    await user.click(screen.getByRole('button', { name: 'Remove Harbor 394' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Harbor 394 removed from Eva Employee');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Harbor 394' })).toBeNull());
    const [put] = server.requests('PUT', `/api/users/${eva.id}/locations`);
    expect(put?.body).toEqual({ location_ids: [airport.id] });
    expect(put?.headers.get('if-match')).toBe(`"${eva.updated_at}"`);
  });

  test('a role that allows more than those of the actor cannot be removed', async () => {
    const boss = makeUser({ full_name: 'Bob Boss', role_ids: ['role-admin'], location_ids: [harbor.id] });
    await openUser(`/users/${boss.id}`, ['manager'], { users: [boss] });
    const button = await screen.findByRole('button', { name: 'Remove admin' });
    await waitFor(() => expect(button).toHaveProperty('disabled', true));
  });

  test('the page of an inactive user says since when, by whom and what ended, and activates', async () => {
    const { user } = await openUser(`/users/${lea.id}`);
    const band = within(await screen.findByRole('region', { name: 'Inactive' }));
    await band.findByText(
      /^Inactive since [A-Z][a-z]{2} \d+, \d{4}, .*, by Ada Owner\. 2 sessions and 1 invitation ended\. Roles and locations are kept\.$/,
    );
    await user.click(band.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Inactive' })).toBeNull());
  });

  test('a user who was not invited is invited beside the name, and has no older link', async () => {
    const { user, server, chain } = await openUser(`/users/${nora.id}`);
    server.answer(sendInvitation, () => {
      for (const one of chain.users) if (one.id === nora.id) one.invitation = 'invited';
      return { ...notInvited, state: 'invited' as const, link: null };
    });
    await heading('Nora New');
    const rail = within(await screen.findByRole('region', { name: 'Signing in' }));
    await rail.findByText('Not invited');
    expect(rail.queryByRole('button', { name: 'Invite' })).toBeNull();
    rail.getByRole('button', { name: 'Create link' });
    expect(screen.queryByRole('button', { name: 'New link' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    await screen.findByText('Invitation sent to Nora New');
    await rail.findByRole('button', { name: 'Send again' });
    rail.getByRole('button', { name: 'New link' });
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  });

  test('a user who opened the invitation and has no password is joining, and can be invited again', async () => {
    const kim = makeUser({ full_name: 'Kim New', invitation: 'joining' });
    await openUser(`/users/${kim.id}`, ['admin'], { users: [kim] });
    await heading('Kim New');
    const rail = within(await screen.findByRole('region', { name: 'Signing in' }));
    await rail.findByText('Joining');
    rail.getByText('Opened the invitation, no password yet');
    rail.getByRole('button', { name: 'Invite again' });
    expect(rail.queryByText(/expired/)).toBeNull();
  });

  test('a failed invitation of the page of a user says why', async () => {
    const { user, server } = await openUser(`/users/${nora.id}`);
    server.refuse(sendInvitation, 'forbidden', 'You are not allowed to do this.');
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    await screen.findByText('Failed to invite Nora New: You are not allowed to do this.');
  });

  test('the rail of a user has Signing in, with second factor and devices as lines, and Details', async () => {
    await openUser(`/users/${eva.id}`);
    await heading('Eva Employee');
    const rail = within(await screen.findByRole('region', { name: 'Signing in' }));
    await rail.findByText('Not set up');
    await rail.findByRole('button', { name: '1 device' });
    screen.getByRole('region', { name: 'Details' });
    for (const name of ['Second factor', 'Devices'])
      expect(screen.queryByRole('region', { name })).toBeNull();
  });

  test('a device is signed out from the rail', async () => {
    const { user, server } = await openUser(`/users/${eva.id}`);
    const ended = Promise.withResolvers<void>();
    server.answer(endSessionOf, () => {
      server.answer(listSessionsOf, { sessions: [] });
      ended.resolve();
      return undefined;
    });
    await user.click(await screen.findByRole('button', { name: '1 device' }));
    const devices = within(await screen.findByRole('dialog', { name: 'Devices' }));
    await user.click(await devices.findByRole('button', { name: /^Sign out.*Chrome on Windows/ }));
    await ended.promise;
    await devices.findByText('Not signed in on any device.');
    await screen.findByText('Not signed in');
  });

  test('of many locations twelve stand open, before the grants have come, too', async () => {
    const locations = Array.from({ length: 40 }, (_, n) => makeLocation({ name: `Depot ${n}` }));
    const omar = makeUser({ full_name: 'Omar', location_ids: locations.map(({ id }) => id) });
    const { user, server } = await openUser(`/users/${nora.id}`, ['admin'], {
      users: [omar, nora],
      locations,
    });
    await heading('Nora New');
    const granted = { at: omar.created_at, by: null };
    const came = Promise.withResolvers<void>();
    server.answer(getUserAccess, async () => {
      await came.promise;
      return {
        ...{ roles: [], locations: locations.map((one) => ({ ...one, assigned: granted, through: null })) },
        added_by: null,
        ...{
          joined_at: null,
          last_sign_in_at: null,
          deactivation: null,
          tokens: null,
          updated_at: omar.updated_at,
        },
      };
    });
    window.history.pushState({}, '', `/users/${omar.id}`);
    await heading('Omar');
    const rows = () => screen.getByRole('list', { name: 'Locations 40' }).childElementCount;
    await waitFor(() => expect(rows()).toBe(12));
    screen.getByRole('button', { name: 'Show 28 more' });
    came.resolve();
    await screen.findByText('Depot 0');
    expect(rows()).toBe(12);
    await user.click(screen.getByRole('button', { name: 'Show 28 more' }));
    expect(rows()).toBe(40);
  });

  test('on a phone the whole name is the heading, and the bar says it once the heading has left the screen', async () => {
    setScreen({ width: 390 });
    const { user } = await openUser('/users?q=northline');
    await user.click(await screen.findByRole('link', { name: 'Eva Employee' }));
    await heading('Eva Employee');
    const bar = within(screen.getByRole('navigation', { name: 'Back to Users' }));
    await bar.findByText('· 1 of 3');
    bar.getByRole('button', { name: 'Next' });
    bar.getByRole('button', { name: 'Actions for Eva Employee' });
    expect(bar.queryByText('Eva Employee')).toBeNull();
    const name = screen.getByRole('heading', { name: 'Eva Employee' });
    name.getBoundingClientRect = () => new DOMRect(0, -60, 300, 26);
    document.dispatchEvent(new Event('scroll'));
    await bar.findByText('Eva Employee');
  });

  test('the rail is folded as Details where there is no room beside the content', async () => {
    setScreen({ width: 390 });
    const { user } = await openUser(`/users/${eva.id}`);
    await heading('Eva Employee');
    const details = await screen.findByRole('button', { name: 'Details' });
    expect(details.getAttribute('aria-expanded')).toBe('false');
    await user.click(details);
    expect(details.getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the way from and to the list', () => {
  test('the page of a user leads through the list that it was opened from, and back to its search', async () => {
    const { user } = await openUser('/users?q=northline');
    await user.click(await screen.findByRole('link', { name: 'Eva Employee' }));
    await heading('Eva Employee');
    await screen.findByText('“northline”');
    await screen.findByText('· 1 of 3');
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await heading('Lea Leaver');
    await user.keyboard('j');
    await heading('Nora New');
    await user.keyboard('k');
    await heading('Lea Leaver');
    await screen.findByText('· 2 of 3');
    await user.click(within(screen.getByRole('navigation', { name: 'Back to Users' })).getByRole('link'));
    await heading('Users');
    expect(window.location.search).toBe('?q=northline');
  });

  test('a dialog that was opened and closed keeps the way back to the list', async () => {
    const { user } = await openUser('/users?q=northline');
    await user.click(await screen.findByRole('link', { name: 'Eva Employee' }));
    await heading('Eva Employee');
    await user.keyboard('e');
    await screen.findByRole('dialog', { name: 'Edit User' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByText('“northline”');
  });

  test('a link that was pasted shows the plain way to Users', async () => {
    await openUser(`/users/${eva.id}`);
    await heading('Eva Employee');
    const back = within(screen.getByRole('navigation', { name: 'Back to Users' })).getByRole('link');
    expect(back.getAttribute('href')).toBe('/users');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  test('a deleted user leaves their page for the list', async () => {
    const { user } = await openUser(`/users/${lea.id}?dialog=delete`);
    const question = await screen.findByRole('alertdialog', { name: 'Delete User' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await heading('Users');
    await waitFor(() => expect(screen.queryByText('Lea Leaver')).toBeNull());
  });
});
