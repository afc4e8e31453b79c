import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Authenticator } from './support/authenticator.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeUser } from './support/chain.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { takePictures } from './support/pictures.ts';
import {
  askForReset,
  chooseAction,
  chooseNewPassword,
  goTo,
  leaveSavedPassword,
  openAccount,
  rowOf,
  signIn,
  signOut,
  signUp,
} from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee', password: 'forecourt night' };

test('a second factor is set up, asked for, replaced by a recovery code, required by a role and reset', async () => {
  const journey = await startJourney();
  const { page, watch } = journey;
  // This test causes wrong codes and refusals during the second step.
  watch.allow(/status of (401|403|422)/);
  await openAccount(page, ada);

  const { phone, codes } = await setUpOnProfile(page);
  await signOut(page);
  await enterCode(page, phone);
  await signOut(page);
  await useRecoveryCode(journey, codes);
  await signOut(page);
  await recoverPassword(journey, phone);

  const other = await onboardEva(journey);
  await requireOfEmployees(page);
  await setUpAsDemanded(other.page);
  await resetEva(page);
  // The stream tells them.
  await other.page.getByText('Your session has ended. Please sign in again.').waitFor();

  await removeOwn(page);
});

async function setUpOnProfile(page: Page) {
  await goTo(page, '/profile');
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  await expectAccessible(page);
  await card.scrollIntoViewIfNeeded();
  await takePictures(page, 'second-factor-none');
  await card.getByRole('button', { name: 'Set up authenticator app' }).click();
  const { phone, codes } = await setUp(page, { looksAtIt: true });
  await card.getByText('My phone').waitFor();
  await card.getByText('10 recovery codes are left.').waitFor();
  await expectAccessible(page);
  await card.scrollIntoViewIfNeeded();
  await takePictures(page, 'second-factor-profile');
  return { phone, codes };
}

/** Goes through the dialogs from the name of the device to the recovery codes. */
async function setUp(page: Page, { looksAtIt = false } = {}) {
  const look = async (name: string) => {
    if (!looksAtIt) return;
    await expectAccessible(page);
    await takePictures(page, name);
  };
  await page.getByRole('textbox', { name: 'Name of the device' }).waitFor();
  await look('second-factor-name');
  await page.getByRole('button', { name: 'Continue' }).click();
  const picture = page.getByRole('img', { name: 'QR code for your authenticator app' });
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((img: { naturalWidth: number }) => img.naturalWidth))
    .toBeGreaterThan(0);
  await look('second-factor-scan');
  const phone = new Authenticator((await page.locator('code').textContent()) ?? '');
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This code is not right, or was used before.').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(await phone.next());
  await page.getByRole('button', { name: 'Confirm' }).click();

  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  await look('second-factor-codes');
  const codes = await list.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(codes[9]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'I saved these codes' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  return { phone, codes };
}

async function enterCode(page: Page, phone: Authenticator) {
  await signIn(page, ada);
  await page.getByText('Enter the 6-digit code from your authenticator app').waitFor();
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect.poll(() => field.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  expect(await field.getAttribute('inputmode')).toBe('numeric');
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  await expectAccessible(page);
  await takePictures(page, 'second-factor-code');

  // Every URL leads to the code.
  await goTo(page, '/users');
  await page.getByText('Enter the 6-digit code from your authenticator app').waitFor();
  await field.fill('12345');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter the 6 digits that the app shows').waitFor();
  await field.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This code is not right, or was used before.').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'second-factor-wrong');

  // Two tabs of one browser: the code in one signs in both.
  const tab = await page.context().newPage();
  await tab.goto('/dashboard');
  await tab.getByText('Enter the 6-digit code from your authenticator app').waitFor();
  await field.fill(await phone.next());
  await page.getByRole('button', { name: 'Continue' }).click();
  await rowOf(page, 'Ada Owner').waitFor();
  await tab.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await tab.close();
}

async function useRecoveryCode({ page, mailbox }: Journey, codes: string[]) {
  await signIn(page, ada);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('heading', { name: 'Enter a recovery code' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'second-factor-recovery');
  await page.getByRole('textbox', { name: 'Recovery code' }).fill((codes[0] ?? '').toUpperCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await mailbox.waitFor({ to: ada.email, subject: /recovery code was used/ });
  await goTo(page, '/profile');
  await page.getByText('9 recovery codes are left.').waitFor();
}

async function recoverPassword({ page, mailbox }: Journey, phone: Authenticator) {
  await askForReset(page, ada.email);
  const { links } = await mailbox.waitFor({ to: ada.email, subject: /Set a new password/ });
  await page.goto(links[0] ?? '');
  await chooseNewPassword(page, 'a new battery');
  await page.getByText('Enter the 6-digit code from your authenticator app').waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(await phone.next());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** A user who was added by Ada and confirmed the mailbox. */
async function onboardEva(journey: Journey) {
  const { page, mailbox } = journey;
  await storeUser(await apiOf(page), { ...eva, roles: ['employee'] });
  const other = await journey.addUser();
  other.watch.allow(/status of (401|403|422)/);
  await signUp(other.page, { ...eva, password: 'typed by anybody' });
  await other.page.goto((await mailbox.waitFor({ to: eva.email, subject: /Confirm/ })).links[0] ?? '');
  await other.page.getByRole('button', { name: /confirm/i }).click();
  await chooseNewPassword(other.page, eva.password);
  await leaveSavedPassword(other.page);
  await other.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  return other;
}

async function requireOfEmployees(page: Page) {
  await goTo(page, '/settings?tab=roles');
  await page.getByRole('button', { name: 'Edit employee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Role' });
  await dialog.getByRole('checkbox', { name: 'Require a second factor' }).check();
  await takePictures(page, 'second-factor-role');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Once the stream has told it, the screen shows nothing but the setup. */
async function setUpAsDemanded(page: Page) {
  await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'second-factor-demanded');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await setUp(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await rowOf(page, 'Eva Employee').waitFor();
}

async function resetEva(page: Page) {
  await goTo(page, '/users');
  await chooseAction(page, 'Eva Employee', 'Edit User');
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByRole('button', { name: 'Reset second factor' }).waitFor();
  await takePictures(page, 'second-factor-user');
  await dialog.getByRole('button', { name: 'Reset second factor' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset second factor' });
  await question.waitFor();
  await expectAccessible(page);
  await takePictures(page, 'second-factor-reset');
  await question.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('The second factor is reset.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
}

async function removeOwn(page: Page) {
  await goTo(page, '/profile');
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove device' });
  await dialog.waitFor();
  await expectAccessible(page);
  await takePictures(page, 'second-factor-remove');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  await signOut(page);
  await signIn(page, { ...ada, password: 'a new battery' });
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}
