import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateProfile } from '../../../contract/profile.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OpenSession,
} from '../../../contract/sessions.ts';
import { getOwnAccess, type OwnAccess } from '../../../contract/user-access.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { asksBeforeUnload } from '../../testing/leave-page.ts';
import { authUser, profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

async function openProfile(
  profile = profileWith(),
  sessions: OpenSession[] = [],
  access: OwnAccess = { roles: [], locations: [], covers: [] },
) {
  const server = new FakeServer();
  server.answer(getOwnAccess, access);
  let open = sessions;
  server.answer(listOwnSessions, () => ({ sessions: open }));
  server.answer(endOwnSession, ({ path }) => {
    open = open.filter((session) => !path.endsWith(session.id));
    return undefined;
  });
  server.answer(endOtherSessions, () => {
    open = open.filter((session) => session.is_current);
    return { ended: 1 };
  });
  server.auth('GET', '/user', authUser());
  const opened = await openApp('/profile', { server, signedInAs: profile });
  await screen.findByRole('heading', { name: 'Your details' });
  return opened;
}

test('DetailsPanel saves name and phone, but not the email', async () => {
  const { server, user } = await openProfile();
  server.answer(updateProfile, profileWith(['admin'], { full_name: 'Maria Silva', phone: '518' }));
  expect(screen.queryByRole('textbox', { name: /Email/ })).toBeNull();
  const name = screen.getByLabelText(/^Full Name/);
  await user.clear(name);
  await fill(user, name, 'Maria Silva');
  await user.type(screen.getByLabelText('Phone Number'), '518');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Your details are saved.');
  expect(server.requests('PATCH', '/api/profile')[0]?.body).toEqual({
    full_name: 'Maria Silva',
    phone: '518',
  });
  within(screen.getByRole('complementary', { name: 'Sidebar' })).getByText('Maria Silva');
});

test('DetailsPanel lets the browser ask before a reload until the change is saved', async () => {
  const { server, user } = await openProfile();
  server.answer(updateProfile, profileWith(['admin'], { phone: '518' }));
  expect(asksBeforeUnload()).toBe(false);
  await user.type(screen.getByLabelText('Phone Number'), '518');
  expect(asksBeforeUnload()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Your details are saved.');
  expect(asksBeforeUnload()).toBe(false);
});

test('DetailsPanel requires a name, and keeps what was typed when saving fails and says why', async () => {
  const { server, user } = await openProfile();
  server.refuse(updateProfile, 'unavailable', 'The database is away');
  const name = screen.getByLabelText(/^Full Name/);
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Full name is required');
  await fill(user, name, 'Maria Silva');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to update user profile: The database is away',
  );
  expect(name).toHaveProperty('value', 'Maria Silva');
});

test('PasswordPanel asks for the current password', async () => {
  const { server, user } = await openProfile();
  server.auth('PUT', '/user', authUser());
  await fill(user, screen.getByLabelText('New Password'), 'secret2');
  await fill(user, screen.getByLabelText('Confirm Password'), 'secret2');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Please enter your current password');

  await fill(user, screen.getByLabelText('Current Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText(/Your password is changed/);
  expect(server.requests('PUT', '/auth/v1/user')[0]?.body).toMatchObject({
    password: 'secret2',
    current_password: 'secret1',
  });
  expect(screen.getByLabelText('New Password')).toHaveProperty('value', '');
});

test('PasswordPanel says that the current password is wrong', async () => {
  const { server, user } = await openProfile();
  server.refuseAuth('PUT', '/user', 400, 'current_password_invalid', 'The current password is wrong');
  await fill(user, screen.getByLabelText('Current Password'), 'secret1');
  await fill(user, screen.getByLabelText('New Password'), 'secret2');
  await fill(user, screen.getByLabelText('Confirm Password'), 'secret2');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Password update failed: The current password is wrong',
  );
});

test('AccessPanel shows roles and locations', async () => {
  const locations = [{ id: 's', name: 'Airport 104', city: 'Albany', state: 'NY' }];
  await openProfile(profileWith(['manager'], { locations: locations }));
  const panel = within(screen.getByRole('region', { name: 'Roles and locations' }));
  panel.getByText('manager');
  panel.getByText('Airport 104');
});

test('Access says what each role allows and who granted it', async () => {
  const access: OwnAccess = {
    covers: [],
    roles: [
      {
        ...{
          id: 'r',
          name: 'clerk',
          description: '',
          color: null,
          permissions: ['locations.read', 'users.read'],
        },
        granted: { at: '2026-11-20T21:05:00.000Z', by: 'Ada Owner' },
      },
    ],
    locations: [
      {
        ...{ id: 's', name: 'Airport 104', city: 'Albany', state: 'NY' },
        assigned: { at: '2026-11-20T21:05:00.000Z', by: null },
        through: null,
      },
    ],
  };
  await openProfile(profileWith(['manager']), [], access);
  const panel = within(screen.getByRole('region', { name: 'Roles and locations' }));
  await panel.findByText(/Can see your locations and their users/);
  panel.getByText(/Ada Owner/);
  panel.getByRole('link', { name: 'Airport 104' });
});

function session(changes: Partial<OpenSession>): OpenSession {
  return {
    id: crypto.randomUUID(),
    device: 'Chrome on Windows',
    ip: '203.0.113.7',
    signed_in_at: '2026-11-20T21:05:00.000Z',
    last_seen_at: '2026-11-21T09:15:00.000Z',
    is_current: false,
    ...changes,
  };
}

const here = session({ is_current: true });
const phone = session({ device: 'Safari on iPhone', ip: '198.51.100.20' });

test('SessionsPanel lists every device with network and times, and signs one of them out', async () => {
  const { user } = await openProfile(profileWith(), [here, phone, session({ device: 'Firefox on Linux' })]);
  const panel = within(await screen.findByRole('region', { name: 'Devices' }));
  const [first] = await panel.findAllByRole('listitem');
  expect(first?.textContent).toContain('This device');
  panel.getByText(/from 198\.51\.100\.20/);
  expect(panel.queryByRole('button', { name: 'Sign out Chrome on Windows' })).toBeNull();
  await user.click(panel.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  await waitFor(() => expect(panel.queryByText('Safari on iPhone')).toBeNull());
  panel.getByText('Firefox on Linux');
});

test('SessionsPanel signs out all other devices', async () => {
  const { user } = await openProfile(profileWith(), [here, phone]);
  await user.click(await screen.findByRole('button', { name: 'Sign out other devices' }));
  await screen.findByText('All other devices are signed out.');
  expect(screen.queryByText('Safari on iPhone')).toBeNull();
  screen.getByRole('heading', { name: 'Profile' });
});

test('EmailPanel requests another email with the password, says that both mailboxes must confirm it, and cancels it', async () => {
  const { server, user } = await openProfile();
  const waiting = authUser({ new_email: 'new@northline.example' });
  let account = authUser();
  server.auth('GET', '/user', () => account);
  server.auth('PUT', '/user', ({ body }: { body: unknown }) => {
    account = (body as { email: string }).email === 'new@northline.example' ? waiting : authUser();
    return account;
  });
  server.auth('POST', '/resend', {});
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }));
  await user.click(dialog.getByRole('button', { name: 'Send links' }));
  await dialog.findByText('Please enter a valid email address');
  await fill(user, dialog.getByLabelText(/^New Email Address/), 'new@northline.example');
  await fill(user, dialog.getByLabelText(/^Current Password/), 'secret1');
  await user.click(dialog.getByRole('button', { name: 'Send links' }));
  await screen.findByText('new@northline.example');
  expect(server.requests('PUT', '/auth/v1/user')[0]?.body).toMatchObject({
    email: 'new@northline.example',
    current_password: 'secret1',
  });
  await user.click(screen.getByRole('button', { name: 'Send the links again' }));
  await screen.findByText('The links are on their way again.');
  await user.click(screen.getByRole('button', { name: 'Cancel the change' }));
  await screen.findByText('Your email does not change.');
  expect(screen.queryByText('new@northline.example')).toBeNull();
});

test('EmailDialog keeps what was typed when the password is wrong', async () => {
  const { server, user } = await openProfile();
  server.refuseAuth('PUT', '/user', 400, 'current_password_invalid', 'The current password is wrong');
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }));
  await fill(user, dialog.getByLabelText(/^New Email Address/), 'new@northline.example');
  await user.type(dialog.getByLabelText(/^Current Password/), 'wrong');
  await user.click(dialog.getByRole('button', { name: 'Send links' }));
  await dialog.findByText('The email was not changed: The current password is wrong');
  expect(dialog.getByLabelText(/^New Email Address/)).toHaveProperty('value', 'new@northline.example');
});
