import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateProfile } from '../../../contract/profile.ts';
import { authUser, profileWith } from '../../testing/people.ts';
import { openApp } from '../../testing/render-app.tsx';

async function openProfile(profile = profileWith()) {
  const opened = await openApp('/profile', { signedInAs: profile });
  await screen.findByRole('heading', { name: 'Your details' });
  return opened;
}

test('name and phone can be edited, the address cannot', async () => {
  const { server, user } = await openProfile();
  server.answer(updateProfile, profileWith(['admin'], { full_name: 'Maria Silva', phone: '518' }));
  expect(screen.getByLabelText('Email Address')).toHaveProperty('disabled', true);
  const name = screen.getByLabelText(/^Full Name/);
  await user.clear(name);
  await user.type(name, 'Maria Silva');
  await user.type(screen.getByLabelText('Phone Number'), '518');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Your details are saved.');
  expect(server.requests('PATCH', '/api/profile')[0]?.body).toEqual({
    full_name: 'Maria Silva',
    phone: '518',
  });
  within(screen.getByRole('complementary', { name: 'Sidebar' })).getByText('Maria Silva');
});

test('a name is required, and a failed save keeps what was typed and says why', async () => {
  const { server, user } = await openProfile();
  server.refuse(updateProfile, 'unavailable', 'The database is away');
  const name = screen.getByLabelText(/^Full Name/);
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Full name is required');
  await user.type(name, 'Maria Silva');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to update user profile: The database is away',
  );
  expect(name).toHaveProperty('value', 'Maria Silva');
});

test('changing the password asks for the current one', async () => {
  const { server, user } = await openProfile();
  server.auth('PUT', '/user', authUser());
  await user.type(screen.getByLabelText('New Password'), 'secret2');
  await user.type(screen.getByLabelText('Confirm Password'), 'secret2');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Please enter your current password');

  await user.type(screen.getByLabelText('Current Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText(/Your password is changed/);
  expect(server.requests('PUT', '/auth/v1/user')[0]?.body).toMatchObject({
    password: 'secret2',
    current_password: 'secret1',
  });
  expect(screen.getByLabelText('New Password')).toHaveProperty('value', '');
});

test('a wrong current password says so', async () => {
  const { server, user } = await openProfile();
  server.refuseAuth('PUT', '/user', 400, 'current_password_invalid', 'The current password is wrong');
  await user.type(screen.getByLabelText('Current Password'), 'secret1');
  await user.type(screen.getByLabelText('New Password'), 'secret2');
  await user.type(screen.getByLabelText('Confirm Password'), 'secret2');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Password update failed: The current password is wrong',
  );
});

test('roles and stores are there to read', async () => {
  const stores = [{ id: 's', name: 'Airport 104', city: 'Albany', state: 'NY' }];
  await openProfile(profileWith(['manager'], { locations: stores }));
  const panel = within(screen.getByRole('region', { name: 'Roles and stores' }));
  panel.getByText('manager');
  panel.getByText('Airport 104');
});

test('other devices can be signed out from here', async () => {
  const { server, user } = await openProfile();
  await user.click(screen.getByRole('button', { name: 'Sign out other devices' }));
  await screen.findByText('All other devices are signed out.');
  expect(server.requests('POST', '/auth/v1/logout')[0]?.query.scope).toBe('others');
  screen.getByRole('heading', { name: 'Profile' });
});
