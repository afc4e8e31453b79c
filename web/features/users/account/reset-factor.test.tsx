import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getSecondFactor, resetSecondFactor } from '../../../../contract/auth/second-factor.ts';
import { makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const nora = makeUser({ full_name: 'Nora Night' });

async function openEdit(isSetUp: boolean, as = profileWith(), user = nora) {
  const server = new FakeServer();
  serveChain(server, { users: [user] });
  server.answer(getSecondFactor, {
    is_set_up: isSetUp,
    set_up_at: isSetUp ? '2026-11-20T21:05:00.000Z' : null,
  });
  const opened = await openApp(`/users?dialog=edit&id=${user.id}`, { server, signedInAs: as });
  await screen.findByLabelText(/^Full Name/);
  return { ...opened, server };
}

test('EditUserDialog resets a second factor after a question', async () => {
  const { user, server } = await openEdit(true);
  await user.click(await screen.findByRole('button', { name: 'Reset second factor' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Reset second factor' }));
  question.getByText(/Nora Night signs in with the password alone/);
  server.refuse(resetSecondFactor, 'unavailable', 'The database is away');
  await user.click(question.getByRole('button', { name: 'Reset' }));
  await question.findByText('Failed to reset the second factor: The database is away');
  server.answer(resetSecondFactor, undefined);
  server.answer(getSecondFactor, { is_set_up: false, set_up_at: null });
  await user.click(question.getByRole('button', { name: 'Reset' }));
  await screen.findByText('The second factor is reset.');
  expect(server.requests('POST', `/api/users/${nora.id}/reset-factor`)).toHaveLength(2);
});

test('EditUserDialog offers no reset for users without a second factor, and none for the actor', async () => {
  await openEdit(false);
  await screen.findByRole('button', { name: 'Devices' });
  expect(screen.queryByRole('button', { name: 'Reset second factor' })).toBeNull();
  const maria = profileWith();
  const own = await openEdit(true, maria, makeUser({ id: maria.id, email: maria.email }));
  await screen.findByRole('button', { name: 'Devices' });
  expect(own.server.requests('GET', `/api/users/${maria.id}/second-factor`)).toEqual([]);
});

test('EditUserDialog does not ask whether there is a second factor when the actor may not reset it', async () => {
  const { server } = await openEdit(true, profileWith(['manager']));
  await screen.findByRole('button', { name: 'Invitation' });
  expect(server.requests('GET', `/api/users/${nora.id}/second-factor`)).toEqual([]);
});
