import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as invitations from '../../../../contract/invitations.ts';
import * as sessions from '../../../../contract/sessions.ts';
import { correctEmail, type UserRow, updateUser } from '../../../../contract/users.ts';
import { makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { fill } from '../../../testing/fill.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const time = '2026-11-20T21:05:00.000Z';
const nothingSent: invitations.Invitation = {
  state: null,
  by: null,
  sent_at: null,
  expires_at: null,
  sent_by: null,
  mail: null,
  mail_problem: null,
};
const sentByEmail: invitations.Invitation = {
  ...nothingSent,
  state: 'invited',
  by: 'mail',
  sent_at: time,
  expires_at: '2026-11-21T21:05:00.000Z',
  sent_by: 'Ada Owner',
  mail: 'sent',
};

async function openUsers(users = [makeUser()], { as = ['admin'], search = '' } = {}) {
  const server = new FakeServer();
  serveChain(server, { users });
  const opened = await openApp(`/users${search}`, { server, signedInAs: profileWith(as) });
  if (!search) await screen.findAllByRole('row');
  return { ...opened, server };
}

function rowOf(name: string) {
  const row = screen.getAllByRole('row').find((one) => one.textContent?.includes(name));
  if (!row) throw new Error(`No row of ${name}`);
  return within(row);
}

async function chooseInvitation(user: Awaited<ReturnType<typeof openUsers>>['user'], item: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Kim Lee' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the status of a row', () => {
  test('the status of a row shows how far the invitation of each user is', async () => {
    const states = [null, 'invited', 'expired', 'failed', 'joined', 'joining'] as const;
    await openUsers(states.map((invitation, index) => makeUser({ full_name: `P${index}`, invitation })));
    await screen.findByText('P0');
    rowOf('P0').getByText('Not invited');
    rowOf('P1').getByText('Invited');
    rowOf('P2').getByText('Invite expired');
    rowOf('P3').getByText('Invite failed');
    rowOf('P4').getByText('Joined');
    const joining = rowOf('P5').getByText('Joining');
    expect(joining.dataset.tooltip).toBe('Opened the invitation, no password yet');
  });

  test('the menu of a row offers no invitation for users who have joined or are inactive', async () => {
    const { user } = await openUsers([
      makeUser({ full_name: 'Kim', invitation: 'joined' }),
      makeUser({ full_name: 'Lee', is_active: false }),
    ]);
    for (const name of ['Kim', 'Lee']) {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      await screen.findByRole('menuitem', { name: 'Edit User' });
      expect(screen.queryByRole('menuitem', { name: /^Invit/ })).toBeNull();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    }
  });
});

describe('the invitation', () => {
  const openInvitation = async ({ as = ['admin'] } = {}) => {
    const one = makeUser({ full_name: 'Kim Lee' });
    const opened = await openUsers([one], { as });
    const { server, user } = opened;
    let now = nothingSent;
    server.answer(invitations.getInvitation, () => now);
    server.answer(invitations.sendInvitation, ({ body }) => {
      const { by } = body as { by: invitations.InvitationWay };
      now = { ...sentByEmail, by, mail: by === 'mail' ? 'sent' : null };
      return { ...now, link: by === 'link' ? 'http://localhost:3000/auth/confirm?token_hash=abc' : null };
    });
    server.answer(invitations.cancelInvitation, () => {
      now = nothingSent;
      return undefined;
    });
    await chooseInvitation(user, 'Invite');
    return { ...opened, one, dialog: within(await screen.findByRole('dialog', { name: 'Invitation' })) };
  };

  test('InvitationDialog sends an invitation, sends it again and cancels it, and the row follows', async () => {
    const { user, dialog } = await openInvitation();
    await dialog.findByText('Not invited yet');
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
    await dialog.findByText(/Invitation emailed on Nov 20, 2026.* by Ada Owner/);
    await screen.findByText('Invitation sent to Kim Lee');
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await user.click(await dialog.findByRole('button', { name: 'Cancel invitation' }));
    await dialog.findByText('Not invited yet');
    await screen.findByText('Invitation for Kim Lee canceled');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    rowOf('Kim Lee').getByText('Not invited');
  });

  test('InvitationDialog copies an invite link and shows it once', async () => {
    const { user, dialog } = await openInvitation();
    await dialog.findByText('Not invited yet');
    await user.click(dialog.getByRole('button', { name: 'Create link instead' }));
    const field = await dialog.findByLabelText('Link');
    expect(field).toHaveProperty('value', 'http://localhost:3000/auth/confirm?token_hash=abc');
    await dialog.findByText('Copied.');
    dialog.getByText(/give it only to Kim Lee/);
    expect(await navigator.clipboard.readText()).toContain('token_hash=abc');
  });

  test('InvitationDialog offers no link to copy to an actor who lacks a permission', async () => {
    const { dialog } = await openInvitation({ as: ['manager'] });
    await dialog.findByRole('button', { name: 'Send invitation' });
    expect(dialog.queryByRole('button', { name: 'Create link instead' })).toBeNull();
  });

  test('InvitationDialog says that the email is kept where there is no mail server, and leads actors who may read it there', async () => {
    const one = makeUser({ full_name: 'Kim Lee' });
    const manager = profileWith(['manager']).permissions;
    for (const [permissions, advice] of [
      [[...manager, 'mail.read', 'locations.all'], 'Settings → Email'],
      [manager, 'Ask an administrator to give Kim Lee the link in it.'],
    ] as const) {
      const server = new FakeServer();
      serveChain(server, { users: [one] });
      server.answer(invitations.getInvitation, nothingSent);
      server.answer(invitations.sendInvitation, { ...sentByEmail, mail: 'pending', link: null });
      const config = { sends_email: false };
      const signedInAs = profileWith(['manager'], { permissions: [...permissions] });
      const { user } = await openApp('/users', { server, signedInAs, config });
      await chooseInvitation(user, 'Invite');
      const dialog = within(await screen.findByRole('dialog', { name: 'Invitation' }));
      await dialog.findByText(
        /^This server has no mail server. Create an invitation, then ask an administrator/,
      );
      await user.click(await dialog.findByRole('button', { name: 'Create invitation' }));
      await dialog.findByText(/The email is kept on the server/);
      expect((await dialog.findByText(/This server has no mail server/)).textContent).toContain(advice);
      expect(dialog.queryByText(/sent/)).toBeNull();
      dialog.getByRole('button', { name: 'Replace invitation' });
    }
  });

  test('InvitationDialog offers only the link where there is no mail server, to actors who may copy it', async () => {
    const server = new FakeServer();
    serveChain(server, { users: [makeUser({ full_name: 'Kim Lee' })] });
    server.answer(invitations.getInvitation, nothingSent);
    const config = { sends_email: false };
    const { user } = await openApp('/users', { server, signedInAs: profileWith(), config });
    await chooseInvitation(user, 'Invite');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invitation' }));
    await dialog.findByText('This server has no mail server. Create a link and give it to Kim Lee.');
    dialog.getByRole('button', { name: 'Create link' });
    expect(dialog.queryByRole('button', { name: /invitation/ })).toBeNull();
  });

  test('InvitationDialog says why the email failed', async () => {
    const { server, user } = await openUsers([makeUser({ full_name: 'Kim Lee', invitation: 'failed' })]);
    const mail_problem = '550 No such mailbox';
    server.answer(invitations.getInvitation, {
      ...sentByEmail,
      state: 'failed',
      mail: 'failed',
      mail_problem,
    });
    await chooseInvitation(user, 'Invitation');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invitation' }));
    expect((await dialog.findByRole('alert')).textContent).toContain(mail_problem);
  });

  test('InvitationDialog says that a link was used without choosing a password, and sends another', async () => {
    const { server, user } = await openUsers([makeUser({ full_name: 'Kim Lee', invitation: 'joining' })]);
    const nothing = { by: null, sent_at: null, expires_at: null, sent_by: null, mail: null };
    server.answer(invitations.getInvitation, { ...sentByEmail, ...nothing, state: 'joining' });
    await chooseInvitation(user, 'Invitation');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invitation' }));
    await dialog.findByText(/Kim Lee opened the invitation but has not chosen a password yet/);
    dialog.getByRole('button', { name: 'Invite again' });
  });

  test('AddUserDialog sends an invitation only when it is ticked', async () => {
    const { server, user } = await openUsers([], { search: '?dialog=add' });
    server.answer(invitations.sendInvitation, { ...sentByEmail, link: null });
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New User' }));
    const box = dialog.getByRole('checkbox', { name: 'Email an invitation' });
    expect(box).toHaveProperty('checked', false);
    await user.click(box);
    await fill(user, dialog.getByLabelText(/^Email Address/), 'kim@northline.example');
    await fill(user, dialog.getByLabelText(/^Full Name/), 'Kim Lee');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [created] = server.requests('POST', '/api/users');
    const id = (created?.body as { id: string }).id;
    expect(server.requests('POST', `/api/users/${id}/invitation`)[0]?.body).toEqual({ by: 'mail' });
  });
});

test('UserSessionsDialog signs a user out above the Edit dialog, which keeps what was typed', async () => {
  const one = makeUser({ full_name: 'Kim Lee' });
  const { server, user } = await openUsers([one], { search: `?dialog=edit&id=${one.id}` });
  let open = [
    { device: 'Chrome on Windows', ip: '203.0.113.7' },
    { device: 'Safari on iPhone', ip: '198.51.100.20' },
  ].map((seen, index) => ({
    ...seen,
    id: `session-${index}`,
    signed_in_at: time,
    last_seen_at: time,
    is_current: false,
  }));
  server.answer(sessions.listSessionsOf, () => ({ sessions: open }));
  server.answer(sessions.endSessionOf, ({ path }) => {
    open = open.filter(({ id }) => !path.endsWith(id));
    return undefined;
  });
  server.answer(sessions.endSessionsOf, () => {
    open = [];
    return { ended: 1 };
  });
  await user.type(await screen.findByLabelText(/^Full Name/), '-Park');
  const edit = within(screen.getByRole('dialog', { name: 'Edit User' }));
  await user.click(edit.getByRole('button', { name: 'Devices' }));
  const devices = within(await screen.findByRole('dialog', { name: 'Devices' }));
  await user.click(await devices.findByRole('button', { name: 'Sign out Safari on iPhone' }));
  await waitFor(() => expect(devices.queryByText('Safari on iPhone')).toBeNull());
  await user.click(devices.getByRole('button', { name: 'Sign out everywhere' }));
  await devices.findByText('Not signed in on any device.');
  await user.click(devices.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Devices' })).toBeNull());
  expect(edit.getByLabelText(/^Full Name/)).toHaveProperty('value', 'Kim Lee-Park');
});

describe('the email of a user', () => {
  async function openCorrection(one: UserRow) {
    const opened = await openUsers([one], { search: `?dialog=edit&id=${one.id}` });
    await opened.user.type(await screen.findByLabelText(/^Full Name/), '-Park');
    const edit = within(screen.getByRole('dialog', { name: 'Edit User' }));
    await opened.user.click(edit.getByRole('button', { name: 'Correct email' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct email' }));
    const { role_ids: _, location_ids: __, ...profile } = one;
    const answer = { ...profile, roles: [], locations: [], districts: [] };
    const save = async (email: string) => {
      await opened.user.type(dialog.getByLabelText(/^New Email Address/), email);
      await opened.user.click(dialog.getByRole('button', { name: 'Correct email' }));
    };
    return { ...opened, edit, dialog, answer, save };
  }

  test('CorrectEmailDialog corrects an email above the Edit dialog, which keeps its fields and saves against the new version', async () => {
    const one = makeUser({ full_name: 'Kim Lee', email: 'kom@northline.example', invitation: 'invited' });
    const { server, user, edit, dialog, answer, save } = await openCorrection(one);
    dialog.getByText(/has not joined yet, so the email changes at once. The invitation is sent again/);
    const corrected = { ...answer, email: 'kim@northline.example', updated_at: time };
    server.answer(correctEmail, { ...corrected, waiting_email: null });
    await save('kim@northline.example');
    await waitFor(() =>
      expect(edit.getByLabelText(/^Email Address/)).toHaveProperty('value', corrected.email),
    );
    expect(edit.getByLabelText(/^Full Name/)).toHaveProperty('value', 'Kim Lee-Park');
    expect(server.requests('PUT', `/api/users/${one.id}/email`)[0]?.body).toEqual({ email: corrected.email });
    server.answer(updateUser, { ...corrected, full_name: 'Kim Lee-Park' });
    await user.click(edit.getByRole('button', { name: 'Update User' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requests('PATCH', `/api/users/${one.id}`)[0]?.headers.get('if-match')).toBe(`"${time}"`);
  });

  test('CorrectEmailDialog explains that the email of a user who has joined stays until the new mailbox confirms it', async () => {
    const one = makeUser({ full_name: 'Kim Lee', email: 'kom@northline.example', invitation: 'joined' });
    const { server, edit, dialog, answer, save } = await openCorrection(one);
    dialog.getByText(
      /signs in with kom@northline.example. The new email counts once the link sent to it is opened/,
    );
    server.answer(correctEmail, { ...answer, waiting_email: 'kim@northline.example' });
    await save('kim@northline.example');
    await edit.findByText(
      'We sent a link to kim@northline.example. The email changes when the link is opened.',
    );
    expect(edit.getByLabelText(/^Email Address/)).toHaveProperty('value', 'kom@northline.example');
  });

  test('CorrectEmailDialog shows under the field that another user has the email', async () => {
    const { server, dialog, save } = await openCorrection(makeUser({ full_name: 'Kim Lee' }));
    const detail = 'A user with this email address already exists';
    server.refuse(correctEmail, 'email_taken', detail, { issues: [{ path: 'email', message: detail }] });
    await save('kim@northline.example');
    await dialog.findByText(detail);
    expect(dialog.queryByText(/^Failed to correct the email/)).toBeNull();
  });

  test('EditUserDialog does not offer to correct the own email', async () => {
    const own = makeUser({ id: profileWith().id, full_name: 'Maria Alvarez' });
    await openUsers([own], { search: `?dialog=edit&id=${own.id}` });
    await screen.findByLabelText(/^Full Name/);
    expect(screen.queryByRole('button', { name: 'Correct email' })).toBeNull();
  });
});
