import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { type Journey, startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { askForReset, chooseNewPassword, signIn, signUp } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee', password: 'forecourt night' };
const max = { email: 'max@northline.example', full_name: 'Max Manager', password: 'battery staple' };
const dead = /This link has expired or was already used/;

test('the page of an unusable link says that it does not work and what to do', async () => {
  const journey = await startJourney();
  const { page, watch } = journey;
  watch.allow(/status of 403/);
  await signUp(page, ada);
  const signUpLinks = await askForConfirmation(journey);
  const resetLinks = await askForResets(journey);

  await confirm(page, '/auth/confirm', { name: 'no-link', heading: 'Open the link from the email' });
  await confirm(page, '/auth/confirm?token_hash=%00%F0garbled&type=signup', { name: 'garbled' });
  await confirm(page, '/auth/confirm?token_hash=garbled&type=nothing-like-it');
  await confirm(page, '/auth/confirm?token_hash=garbled&type=invite', {
    name: 'invitation',
    heading: 'This link does not work',
  });
  await confirm(page, '/auth/confirm?token_hash=garbled&type=email_change', { name: 'email-change' });
  await confirm(page, signUpLinks.replaced, { name: 'replaced' });
  await page.getByRole('button', { name: 'Ask for a new link' }).waitFor();

  await reset(page, '/reset-password?token_hash=garbled', 'reset-garbled');
  await reset(page, resetLinks.replaced);
  await reset(page, `/reset-password?token_hash=${tokenOf(signUpLinks.good)}`);

  // A link of one kind is refused as another kind, and is not used up by the attempt.
  await confirm(page, `/auth/confirm?token_hash=${tokenOf(resetLinks.good)}&type=signup`);
  await page.goto(`/auth/confirm?token_hash=${tokenOf(resetLinks.good)}&type=recovery`);
  await chooseNewPassword(page, 'a new battery');
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await confirmAsSomebodyElse(page, signUpLinks.good);
  await resetAsSomebodyElse(page, resetLinks.good);

  const elsewhere = await journey.addUser();
  elsewhere.watch.allow(/status of 403/);
  await confirm(elsewhere.page, signUpLinks.good);
  await reset(elsewhere.page, resetLinks.good);
});

interface Dead {
  /** Of the pictures: a screen that was not looked at yet. */
  name?: string;
  heading?: string;
}

/** Presses the button if there is one, and expects that the link is refused. */
async function confirm(page: Page, link: string, { name, heading }: Dead = {}) {
  await page.goto(link);
  if (heading) return look(page, `link-${name}`, page.getByRole('heading', { name: heading }));
  await page.getByRole('button', { name: /^Confirm email|^Accept/ }).click();
  await page.getByText(dead).waitFor();
  if (name) await look(page, `link-${name}`, page.getByText(dead));
  await page.getByRole('link', { name: /Back to sign in|Go to/ }).waitFor();
}

async function reset(page: Page, link: string, name?: string) {
  await page.goto(link);
  await chooseNewPassword(page, 'never to be set');
  await page.getByText(dead).waitFor();
  if (name) await look(page, `link-${name}`, page.getByText(dead));
  await page.getByRole('button', { name: 'Ask for a reset link' }).waitFor();
}

/** Max signs up and requests the link again. */
async function askForConfirmation({ page, mailbox, watch }: Journey) {
  const subject = /Confirm your email/;
  await signUp(page, max);
  const replaced = await mailbox.waitFor({ to: max.email, subject });
  // The view of the new account returns to sign-in after a moment.
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  watch.allow(/status of 400/);
  await signIn(page, max);
  await page.getByRole('button', { name: 'Ask for a new link' }).click();
  const good = await mailbox.waitFor({ to: max.email, subject, count: 2 });
  return { replaced: replaced.links[0] ?? '', good: good.links[0] ?? '' };
}

/** Eva, who has an account, requests two links. */
async function askForResets({ page, mailbox, addUser }: Journey) {
  const { page: evas, watch } = await addUser();
  // Sessions that end tell their screens, which sign out.
  watch.allow(/status of 40[13]/);
  await signUp(evas, eva);
  await evas.goto((await mailbox.waitFor({ to: eva.email })).links[0] ?? '');
  await evas.getByRole('button', { name: 'Confirm email' }).click();
  await evas.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const ask = async (count: number) => {
    await page.goto('/login');
    await askForReset(page, eva.email);
    const { links } = await mailbox.waitFor({ to: eva.email, subject: /Set a new password/, count });
    return links[0] ?? '';
  };
  return { replaced: await ask(1), good: await ask(2) };
}

/** Eva is signed in here, and reads that Max's link will sign her out. */
async function confirmAsSomebodyElse(page: Page, link: string) {
  await page.goto(link);
  await look(page, 'link-somebody-else', page.getByText(/You are signed in here as Eva Employee/));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('complementary').getByText(max.full_name).waitFor();
}

/** The link that Eva used is refused for Max, who stays signed in. */
async function resetAsSomebodyElse(page: Page, link: string) {
  await page.goto(link);
  await look(page, 'link-reset-somebody-else', page.getByText(/You are signed in here as Max Manager/));
  await chooseNewPassword(page, 'never to be set');
  await page.getByText(dead).waitFor();
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  await page.getByRole('complementary').getByText(max.full_name).waitFor();
}

function tokenOf(link: string) {
  return new URL(link).searchParams.get('token_hash') ?? '';
}
