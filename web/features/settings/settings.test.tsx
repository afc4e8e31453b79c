import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getProfile } from '../../../contract/profile.ts';
import {
  type AppConfig,
  getEmail,
  getSettings,
  listEmails,
  type OutgoingEmail,
  sendEmailAgain,
  sendTestEmail,
} from '../../../contract/settings.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { liveState } from '../../lib/live/index.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { holdSession, openApp } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';

test('AppearancePanel sets a light theme, a dark one, or the one of the device', async () => {
  setScreen({ isDark: true });
  const { user } = await openApp('/settings', { signedInAs: profileWith() });
  expect(await screen.findByRole('radio', { name: /System/ })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('radio', { name: /Light/ }));
  expect(document.documentElement.dataset.theme).toBe('light');
  await user.click(screen.getByRole('radio', { name: /System/ }));
  expect(document.documentElement.dataset.theme).toBe('dark');
});

const mailServer = {
  ...{ group: 'Email' as const, name: 'Mail server', variable: 'SMTP_URL' },
  ...{ value: 'Not set. Emails are kept on the server.', meaning: 'It delivers the emails' },
};
const lifetime = {
  ...{ group: 'Sign-in' as const, name: 'Access token lifetime', variable: 'ACCESS_TOKEN_SECONDS' },
  ...{ value: '1 hour', meaning: 'The browser renews the token after it' },
};

const proven = {
  ...{ group: 'Data' as const, name: 'Last proven restore', variable: null, value: '4.1 s' },
  ...{ at: '2026-11-20T21:05:00.000Z', meaning: 'A server on it was read' },
};

test('ConfigurationPanel shows the configuration to actors who may read it', async () => {
  const server = new FakeServer();
  server.answer(getSettings, { settings: [lifetime, mailServer, proven] });
  const { user } = await openApp('/settings', { signedInAs: profileWith(), server });
  await user.click(await screen.findByRole('link', { name: 'Configuration' }));
  const email = within(await screen.findByRole('region', { name: 'Email' }));
  email.getByText('Mail server');
  email.getByText('SMTP_URL');
  email.getByText('Not set. Emails are kept on the server.');
  const signIn = within(screen.getByRole('region', { name: 'Sign-in' }));
  signIn.getByText('1 hour');
  const data = within(screen.getByRole('region', { name: 'Data' }));
  data.getByText(`${formatDate(proven.at)}, 4.1 s`);
});

test('OutgoingEmailsPanel shows kept emails with their links', async () => {
  const email = {
    id: 'm1',
    to: 'kofi@northline.example',
    subject: 'Confirm your email',
    created_at: '2026-11-20T21:05:00.000Z',
    state: 'kept' as const,
    last_error: null,
  };
  const server = new FakeServer();
  server.answer(listEmails, { mails: [email] });
  server.answer(getEmail, {
    ...email,
    text: 'Press https://canopy.example/auth/confirm?token_hash=a&type=signup now',
  });
  const { user } = await openApp('/settings?tab=email', { signedInAs: profileWith(), server });
  await user.click(await screen.findByRole('button', { name: /Confirm your email/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your email' });
  const link = await within(dialog).findByRole('link');
  expect(link).toHaveProperty('href', 'https://canopy.example/auth/confirm?token_hash=a&type=signup');
});

test('the Settings page shows only the appearance to actors who may not read configuration and emails', async () => {
  await openApp('/settings?tab=email', { signedInAs: profileWith(['viewer']) });
  await screen.findByRole('radio', { name: /Dark/ });
  expect(screen.queryByRole('link', { name: 'Email' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Configuration' })).toBeNull();
});

describe('an email', () => {
  const failed = {
    id: 'm1',
    to: 'kofi@northline.example',
    subject: 'You are invited to Canopy',
    created_at: '2026-11-20T21:05:00.000Z',
    state: 'failed' as const,
    last_error: '550 5.1.1 No such mailbox',
  };

  async function openEmails(email: OutgoingEmail, config: Partial<AppConfig> = {}) {
    const server = new FakeServer();
    let now = email;
    server.answer(listEmails, () => ({ mails: [now] }));
    server.answer(getEmail, { ...email, text: 'Hello' });
    server.answer(sendEmailAgain, () => {
      now = { ...email, state: 'sent', last_error: null };
      return { ...email, state: 'pending' as const };
    });
    const opened = await openApp('/settings?tab=email', { signedInAs: profileWith(), server, config });
    const open = async () => {
      await opened.user.click(await screen.findByRole('button', { name: new RegExp(email.subject) }));
      return within(await screen.findByRole('dialog', { name: email.subject }));
    };
    return { ...opened, server, open };
  }

  test('OutgoingEmailDialog says why an email failed, and sends it again', async () => {
    const { user, server, open } = await openEmails(failed);
    const dialog = await open();
    dialog.getByText(failed.last_error);
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requests('POST', '/api/mails/m1/send')).toHaveLength(1);
    await screen.findByText('Sent');
  });

  test('OutgoingEmailDialog does not send again without a mail server, or what was sent', async () => {
    const kept = await openEmails({ ...failed, state: 'kept', last_error: null }, { sends_email: false });
    await screen.findByText(/This server has no mail server, so its emails are kept here/);
    expect(screen.queryByRole('button', { name: 'Send a test email' })).toBeNull();
    expect((await kept.open()).queryByRole('button', { name: 'Send again' })).toBeNull();
    const sent = await openEmails({ ...failed, state: 'sent', last_error: null });
    expect((await sent.open()).queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  test('OutgoingEmailsPanel shows the answer of the mail server to a test email', async () => {
    const { user, server } = await openEmails(failed);
    const to = 'maria@northline.example';
    server.answer(sendTestEmail, { to, is_accepted: false, answer: 'Invalid login: 535 Bad credentials' });
    await user.click(await screen.findByRole('button', { name: 'Send a test email' }));
    await screen.findByText(`The test email to ${to} was not sent: Invalid login: 535 Bad credentials`);
    server.answer(sendTestEmail, { to, is_accepted: true, answer: '250 OK' });
    await user.click(screen.getByRole('button', { name: 'Send a test email' }));
    await screen.findByText(`The mail server accepted the test email to ${to}. It answered: 250 OK`);
  });
});

test('Settings keeps the asked tab when the profile comes late', async () => {
  const server = new FakeServer();
  const profile = Promise.withResolvers<ReturnType<typeof profileWith>>();
  server.answer(getSettings, { settings: [mailServer] });
  await openApp('/settings?tab=configuration', { server, signedInAs: profile.promise });
  const main = within(await screen.findByRole('main'));
  expect(main.queryByRole('navigation')).toBeNull();
  main.getByText('Loading...');
  profile.resolve(profileWith());
  const tabs = within(await main.findByRole('navigation', { name: 'Settings' }));
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Appearance',
    'Organization',
    'Configuration',
    'Email',
    'Company sign-in',
    'Service accounts',
    'Roles',
    'Registers',
    'Diagnostics',
  ]);
  expect(tabs.getByRole('link', { name: 'Configuration' }).getAttribute('aria-current')).toBe('page');
  await main.findByText('SMTP_URL');
});

test('Settings keeps the asked tab and the names of all when the profile does not come', async () => {
  const server = new FakeServer();
  server.refuse(getProfile, 'unavailable', 'The server is busy.');
  holdSession();
  await openApp('/settings?tab=roles', { server });
  const tabs = within(await screen.findByRole('navigation', { name: 'Settings' }));
  expect(tabs.getAllByRole('link')).toHaveLength(9);
  expect(tabs.getByRole('link', { name: 'Roles' }).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(within(screen.getByRole('main')).getByRole('alert').textContent).toContain('The server is busy.');
});

test('DiagnosticsPanel says how this browser hears of changes', async () => {
  await openApp('/settings?tab=diagnostics', { signedInAs: profileWith(['viewer']) });
  const panel = within(await screen.findByRole('region', { name: 'Diagnostics' }));
  panel.getByText('Changes of others arrive');
  panel.getByText('Connecting');
  act(() => liveState.set('polling'));
  panel.getByText('Every 10 seconds');
  act(() => liveState.set('streaming'));
  panel.getByText('At once');
  act(() => void window.dispatchEvent(new Event('offline')));
  panel.getByText('The server cannot be reached');
});
