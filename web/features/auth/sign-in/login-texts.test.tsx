import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FakeServer } from '../../../testing/fake-server.ts';
import { fill } from '../../../testing/fill.ts';
import { authUser } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

async function openLogin() {
  const opened = await openApp('/login');
  await screen.findByRole('heading', { name: 'Sign In' });
  return opened;
}
type User = Awaited<ReturnType<typeof openLogin>>['user'];

async function signIn(user: User) {
  await fill(user, screen.getByPlaceholderText('Enter email'), 'maria@northline.example');
  await fill(user, screen.getByPlaceholderText('Enter password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

async function signUp(user: User) {
  await user.click(screen.getByRole('button', { name: 'Create one now' }));
  await fill(user, await screen.findByLabelText('Full Name'), 'Maria Alvarez');
  await fill(user, screen.getByLabelText('Email address'), 'maria@northline.example');
  await fill(user, screen.getByLabelText('Password'), 'secret1');
  await fill(user, screen.getByLabelText('Confirm Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
}

test('the sign-up form says what it is for, shows both passwords, and leads back to sign-in', async () => {
  const { user } = await openLogin();
  screen.getByText("Don't have an account?");
  await user.click(screen.getByRole('button', { name: 'Create one now' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  screen.getByText('Get started with the store management system.');
  const fields = [...document.querySelectorAll('label')].map((label) => label.textContent);
  expect(fields).toEqual(['Full Name', 'Email address', 'Password', 'Confirm Password']);
  for (const button of screen.getAllByRole('button', { name: 'Show password' })) await user.click(button);
  for (const label of ['Password', 'Confirm Password']) {
    expect(screen.getByLabelText(label)).toHaveProperty('type', 'text');
  }
  expect(screen.getAllByRole('button', { name: 'Hide password' })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Sign in here' }));
  await screen.findByRole('heading', { name: 'Sign In' });
});

test('the sign-in form shows its error in an alert above the fields', async () => {
  const { user, server } = await openLogin();
  server.refuseAuth('POST', '/token', 400, 'invalid_credentials', 'Invalid login credentials');
  await signIn(user);
  const alert = await screen.findByRole('alert');
  const below = alert.compareDocumentPosition(screen.getByPlaceholderText('Enter email'));
  expect(below).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test.each([
  ['Login failed', '/token', signIn],
  ['Sign up failed', '/signup', signUp],
] as const)("a form that is refused without a reason says '%s'", async (text, path, submit) => {
  const { user, server } = await openLogin();
  server.auth('POST', path, () => Response.json({}, { status: 400 }));
  await submit(user);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('the sign-up form says that the answer names no user', async () => {
  const { user, server } = await openLogin();
  server.auth('POST', '/signup', () => Response.json({}));
  await signUp(user);
  expect((await screen.findByRole('alert')).textContent).toBe('No user returned from sign up');
});

test('the forgot-password form says why a reset link cannot be sent', async () => {
  const { user, server } = await openLogin();
  server.refuseAuth('POST', '/recover', 429, 'over_email_send_rate_limit', 'Too many emails');
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await screen.findByRole('heading', { name: 'Forgot password?' });
  await fill(user, screen.getByLabelText('Email'), 'maria@northline.example');
  await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Password reset failed: Too many emails');
});

describe('where the server has no mail server', () => {
  const config = { sends_email: false };

  test('the forgot-password form says where the link is, and never that it was sent', async () => {
    const server = new FakeServer();
    server.auth('POST', '/recover', {});
    const { user } = await openApp('/login', { server, config });
    await user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { name: 'Forgot password?' });
    await fill(user, screen.getByLabelText('Email'), 'maria@northline.example');
    await user.click(screen.getByRole('button', { name: 'Ask for a reset link' }));
    await screen.findByText(
      /a reset link is kept on the server, which sends no email. Ask your administrator/,
    );
    expect(document.body.textContent).not.toMatch(/we send|on its way/i);
  });

  test('the sign-up form says where the link is, beside the text of the specification', async () => {
    const server = new FakeServer();
    server.auth('POST', '/signup', { ...authUser(), email_confirmed_at: undefined });
    const { user } = await openApp('/login', { server, config });
    await user.click(await screen.findByRole('button', { name: 'Create one now' }));
    await screen.findByRole('heading', { name: 'Create your account' });
    for (const [label, text] of [
      ['Full Name', 'Maria Alvarez'],
      ['Email address', 'maria@northline.example'],
      ['Password', 'correct horse'],
      ['Confirm Password', 'correct horse'],
    ] as const) {
      await user.type(screen.getByLabelText(label), text);
    }
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await screen.findByText('Please check your email to verify your account, then return to login.');
    screen.getByText(
      'This server sends no email: the link is kept on it. Ask your administrator for the link.',
    );
  });
});
