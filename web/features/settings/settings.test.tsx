import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMail, getSettings, listMails } from '../../../contract/settings.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/people.ts';
import { openApp } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';

test('the theme can be light, dark or as the device is set', async () => {
  setScreen({ isDark: true });
  const { user } = await openApp('/settings', { signedInAs: profileWith() });
  expect(await screen.findByRole('radio', { name: /System/ })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('radio', { name: /Light/ }));
  expect(document.documentElement.dataset.theme).toBe('light');
  await user.click(screen.getByRole('radio', { name: /System/ }));
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('who may read it sees what the app is configured to', async () => {
  const server = new FakeServer();
  server.answer(getSettings, {
    settings: [{ name: 'SMTP_URL', value: '', meaning: 'The mail server' }],
  });
  const { user } = await openApp('/settings', { signedInAs: profileWith(), server });
  await user.click(await screen.findByRole('link', { name: 'Configuration' }));
  await screen.findByText('SMTP_URL');
  screen.getByText('not set');
  screen.getByText('The mail server');
});

test('kept mails can be read, their links followed', async () => {
  const mail = {
    id: 'm1',
    to: 'kofi@northline.example',
    subject: 'Confirm your email',
    created_at: '2026-11-20T21:05:00.000Z',
    state: 'kept' as const,
    last_error: null,
  };
  const server = new FakeServer();
  server.answer(listMails, { mails: [mail] });
  server.answer(getMail, {
    ...mail,
    text: 'Press https://canopy.example/auth/confirm?token_hash=a&type=signup now',
  });
  const { user } = await openApp('/settings?tab=mail', { signedInAs: profileWith(), server });
  await user.click(await screen.findByRole('button', { name: /Confirm your email/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your email' });
  const link = await within(dialog).findByRole('link');
  expect(link).toHaveProperty('href', 'https://canopy.example/auth/confirm?token_hash=a&type=signup');
});

test('who may not read configuration and mail sees only the appearance', async () => {
  await openApp('/settings?tab=mail', { signedInAs: profileWith(['viewer']) });
  await screen.findByRole('radio', { name: /Dark/ });
  expect(screen.queryByRole('link', { name: 'Mail' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Configuration' })).toBeNull();
});
