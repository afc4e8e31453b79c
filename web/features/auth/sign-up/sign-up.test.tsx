import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signUpReturnDelayMs } from '../../../../contract/fields/limits.ts';
import { fill } from '../../../testing/fill.ts';
import { authUser } from '../../../testing/profiles.ts';
import { openApp, type Start } from '../../../testing/render-app.tsx';

async function openSignUp(start: Start = {}) {
  const opened = await openApp('/login', start);
  // An empty system opens with the sign-up form.
  if (!start.config?.needs_first_account)
    await opened.user.click(await screen.findByRole('button', { name: 'Create one now' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  return {
    ...opened,
    async signUp(confirmation = 'secret1') {
      await opened.user.type(screen.getByLabelText('Full Name'), '  Maria Alvarez ');
      await opened.user.type(screen.getByLabelText('Email address'), 'maria@northline.example');
      await opened.user.type(screen.getByLabelText('Password'), 'secret1');
      await opened.user.type(screen.getByLabelText('Confirm Password'), confirmation);
      await opened.user.click(screen.getByRole('button', { name: 'Create Account' }));
    },
  };
}

test('each form of the login page names itself in the tab of the browser', async () => {
  const { user } = await openSignUp();
  await waitFor(() => expect(document.title).toBe('Create your account · Canopy'));
  await user.click(screen.getByRole('button', { name: 'Sign in here' }));
  await waitFor(() => expect(document.title).toBe('Sign In · Canopy'));
  await user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
  await waitFor(() => expect(document.title).toBe('Forgot password? · Canopy'));
});

test('the sign-up form shows every broken rule on submit, and sends nothing', async () => {
  const { user, server } = await openSignUp();
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await screen.findByText('Full name must be at least 2 characters');
  screen.getByText('Please enter a valid email address');
  screen.getByText('Password must be at least 6 characters');
  screen.getByText('Please confirm your password');
  expect(server.requests('POST', '/auth/v1/signup')).toEqual([]);
});

test("the sign-up form says 'Passwords don't match' at the confirmation until the password is corrected", async () => {
  const { user, signUp } = await openSignUp();
  await signUp('secret2');
  await screen.findByText("Passwords don't match");
  expect(screen.getByLabelText('Confirm Password').getAttribute('aria-invalid')).toBe('true');
  const password = screen.getByLabelText('Password');
  await user.clear(password);
  await fill(user, password, 'secret2');
  expect(screen.queryByText("Passwords don't match")).toBeNull();
});

test("the sign-up form says 'Passwords don't match' beside other errors", async () => {
  const { user } = await openSignUp();
  await fill(user, screen.getByLabelText('Password'), 'secret1');
  await fill(user, screen.getByLabelText('Confirm Password'), 'secret2');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await screen.findByText('Please enter a valid email address');
  screen.getByText("Passwords don't match");
});

test('the login page uses the configuration in the page at once, and does not request it', async () => {
  const config = { product_description: 'Nine locations on one road', signups: 'closed' } as const;
  const { server } = await openApp('/login', { config });
  await screen.findByRole('heading', { name: 'Sign In' });
  screen.getByText('Nine locations on one road');
  screen.getByText('Contact your administrator');
  expect(server.requests('GET', '/api/config')).toEqual([]);
});

test('the sign-up form asks a new user to verify the email, and returns to sign-in after two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, signUp } = await openSignUp({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  server.auth('POST', '/signup', authUser());
  await signUp();
  await screen.findByRole('heading', { name: 'Account Created!' });
  screen.getByText('Please check your email to verify your account, then return to login.');
  expect(screen.queryByText(/this account is the administrator/)).toBeNull();
  expect(server.requests('POST', '/auth/v1/signup')[0]?.body).toMatchObject({
    email: 'maria@northline.example',
    password: 'secret1',
    data: { full_name: 'Maria Alvarez' },
  });

  act(() => void vi.advanceTimersByTime(signUpReturnDelayMs));
  await screen.findByRole('heading', { name: 'Sign In' });
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'maria@northline.example');
});

test('the sign-up form says that the first account is the administrator, and mentions no email', async () => {
  const { server, signUp, user } = await openSignUp({ config: { needs_first_account: true } });
  server.auth('POST', '/signup', authUser({ email_confirmed_at: '2026-11-20T21:05:00.000Z' }));
  await signUp();
  await screen.findByText('You can sign in now: this account is the administrator.');
  // No email was sent, and there is nothing to verify.
  expect(screen.queryByText(/check your email/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to Login' }));
  await screen.findByRole('heading', { name: 'Sign In' });
});

test('the sign-up form says Creating account... while the server works, and why it failed', async () => {
  const thinking = Promise.withResolvers<unknown>();
  const { server, signUp } = await openSignUp();
  server.auth('POST', '/signup', () => thinking.promise);
  await signUp();
  expect(screen.getByRole('button', { name: 'Creating account...' })).toHaveProperty('disabled', true);
  thinking.resolve(Response.json({ message: 'Signups not allowed' }, { status: 422 }));
  expect((await screen.findByRole('alert')).textContent).toBe('Sign up failed: Signups not allowed');
});

test('the sign-up form says that the server cannot be reached, not the error of the browser', async () => {
  const { signUp } = await openSignUp();
  await signUp();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Sign up failed: The server cannot be reached. Check your connection and try again.',
  );
});

test('the view after a sign-up stays while the pointer moves over it or it has the focus', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, server, signUp } = await openSignUp({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  server.auth('POST', '/signup', authUser());
  await signUp();
  const heading = await screen.findByRole('heading', { name: 'Account Created!' });
  await user.hover(heading);
  await act(() => vi.advanceTimersByTimeAsync(signUpReturnDelayMs * 3));
  screen.getByRole('heading', { name: 'Account Created!' });
  await user.hover(document.body);
  await act(() => vi.advanceTimersByTimeAsync(signUpReturnDelayMs));
  await screen.findByRole('heading', { name: 'Sign In' });
});
