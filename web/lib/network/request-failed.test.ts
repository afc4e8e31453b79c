import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getProfile, updateProfile } from '../../../contract/profile.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { holdSession, openApp } from '../../testing/render-app.tsx';

/** The possible errors of a browser that gives up a request. */
function nothing(): never {
  throw new DOMException('', 'AbortError');
}

test('the shell says that the profile failed to load when the error has no text', async () => {
  const server = new FakeServer();
  server.answer(getProfile, nothing);
  holdSession();
  await openApp('/dashboard', { server });
  const message = await screen.findByText('Failed to load profile.');
  expect(message.closest('[role=alert]')).not.toBeNull();
});

test('the Profile page says that saving failed when the error has no text', async () => {
  const { server, user } = await openApp('/profile', { signedInAs: profileWith() });
  server.answer(updateProfile, nothing);
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  const message = await screen.findByText('Failed to update profile');
  expect(message.closest('[role=alert]')).not.toBeNull();
});
