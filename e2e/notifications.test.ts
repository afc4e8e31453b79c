import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUser, updateUser } from '../contract/users.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { chooseNewPassword, goTo, leaveSavedPassword, openAccount, signIn, signUp } from './support/steps.ts';

/** The bell, what a user gets, a watched view, and the same on a phone. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };

const bea = { email: 'bea@northline.example', full_name: 'Bea Boxwood', password: 'forecourt night' };

const bell = (page: Page, name: string | RegExp = /^Notifications/) => page.getByRole('button', { name });

test('a notification rings at once in all tabs and browsers of a user, and what one marks, all show; one is a phone', async () => {
  const journey = await startJourney();
  const { page, context } = journey;
  await openAccount(page, ada);
  // Less than the minute after which the bell asks by itself.
  const atOnce = { timeout: 45_000 };
  const follow = async (tab: Page, path: string) => {
    const streaming = tab.waitForResponse((answer) => answer.url().endsWith('/api/stream'));
    await tab.goto(path);
    await streaming;
  };
  await follow(page, '/users');
  await bell(page).click();
  await page.getByText('Your roles changed: role admin added').waitFor();
  await page.keyboard.press('Escape');
  const second = await context.newPage();
  await second.goto('/locations');
  await bell(second, 'Notifications').waitFor();

  // The user signs in on another computer, which all are told.
  const { page: phone } = await journey.addUser();
  await phone.setViewportSize({ width: 390, height: 844 });
  await signIn(phone, ada);
  await phone.waitForURL('**/dashboard');
  for (const tab of [page, second, phone]) await bell(tab, 'Notifications, 1 new').waitFor(atOnce);
  await bell(second).click();
  for (const tab of [page, phone]) await bell(tab, 'Notifications').waitFor(atOnce);
  await bell(phone).click();
  const unread = (tab: Page) => tab.getByRole('button', { name: /^Mark read: / });
  await expect.poll(() => unread(phone).count()).toBe(2);
  await unread(second).first().click();
  await expect.poll(() => unread(second).count()).toBe(1);
  await expect.poll(() => unread(phone).count(), atOnce).toBe(1);
  await phone.getByRole('button', { name: 'Mark all read' }).click();
  await expect.poll(() => unread(second).count(), atOnce).toBe(0);
  await expectAccessible(phone);
  await phone.keyboard.press('Escape');

  // On the phone, the command box opens the form of a user, whom somebody else changes meanwhile.
  const api = await apiOf(page);
  const { id } = await storeUser(api, { email: 'bea@northline.example', full_name: 'Bea Boxwood' });
  await phone.getByRole('button', { name: 'Search' }).click();
  await phone.getByRole('combobox').fill('bea box');
  const row = phone.getByRole('option', { name: /Bea Boxwood/ }).first();
  await row.waitFor();
  await expectAccessible(phone);
  await row.locator('[data-acts]').click();
  await phone.getByRole('option', { name: 'Act: Edit User' }).click();
  const form = phone.getByRole('dialog', { name: 'Edit User' });
  await form.getByLabel('Phone Number').fill('555-0001');
  (await api.call(updateUser, { params: { id }, body: { phone: '555-0199', full_name: 'Bea Birch' } })).ok();
  await form.getByRole('button', { name: 'Choose' }).click({ timeout: 45_000 });
  await form.getByText('Theirs: 555-0199').waitFor(atOnce);
  await expect.poll(() => form.getByLabel(/^Full Name/).inputValue()).toBe('Bea Birch');
  await look(phone, 'conflict-on-a-phone', form);
  await form.getByRole('button', { name: 'Keep mine' }).click();
  await form.getByRole('button', { name: 'Update User' }).click();
  await form.waitFor({ state: 'hidden' });
  const saved = (await api.call(getUser, { params: { id } })).ok();
  expect([saved.phone, saved.full_name]).toEqual(['555-0001', 'Bea Birch']);
});

test('a watched view rings the bell, which leads to it; the profile says what else rings', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  await goTo(page, '/users?status=inactive');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save current view…' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('People who left');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('View People who left saved').waitFor();
  await page.getByRole('button', { name: 'People who left' }).click();
  await page.getByRole('button', { name: 'Watch the view People who left' }).click();
  const dialog = page.getByRole('dialog', { name: 'Watch People who left' });
  await dialog.getByRole('radio', { name: 'When it is not empty' }).check();
  await look(page, 'watch-view', dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('You watch People who left').waitFor();

  // The first account was told of its own role.
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByText('Your roles changed: role admin added').waitFor();
  await look(page, 'notifications', panel);
  // On the screen of a phone the bell is another button.
  if (!(await panel.isVisible())) await page.getByRole('button', { name: /^Notifications/ }).click();
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await panel.getByRole('button', { name: /^Mark unread/ }).waitFor();
  await panel.getByRole('link', { name: 'Choose what you get' }).click();
  await page.waitForURL('/profile#notifications');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  const label = 'A location of mine closes or reopens';
  await page.getByRole('combobox', { name: `Email: ${label}` }).selectOption('never');
  await page.reload();
  await expect.poll(() => page.getByRole('combobox', { name: `Email: ${label}` }).inputValue()).toBe('never');
  await look(page, 'notification-settings', page.getByRole('combobox', { name: `Email: ${label}` }));
});

test('a built-in view that is watched names what entered it, in the bell and in the subject of the email', async () => {
  const journey = await startJourney();
  const { page, mailbox } = journey;
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeUser(api, { ...bea, roles: ['admin'] });
  await storeLocation(api, 'Harbor 9');
  const other = await journey.addUser();
  await signUp(other.page, bea);
  const { links } = await mailbox.waitFor({ to: bea.email, subject: /Confirm/ });
  await other.page.goto(links[0] ?? '');
  await other.page.getByRole('button', { name: /confirm/i }).click();
  await chooseNewPassword(other.page, bea.password);
  await leaveSavedPassword(other.page);

  await goTo(page, '/locations');
  await page.getByRole('button', { name: 'All locations', exact: true }).click();
  await page.getByRole('button', { name: 'Watch the view No manager' }).click();
  const dialog = page.getByRole('dialog', { name: 'Watch No manager' });
  await look(page, 'watch-built-in', dialog);
  await dialog.getByRole('radio', { name: 'At once' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('You watch No manager').waitFor();

  await storeLocation(await apiOf(other.page), 'Airport 399');
  const mail = await mailbox.waitFor({ to: ada.email, subject: /Airport/ });
  expect(mail.subject).toBe('Airport 399 entered No manager');
  expect(mail.text).toContain(mail.subject);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).getByText(mail.subject).waitFor();
  await look(page, 'watch-built-in-bell', page.getByRole('dialog', { name: 'Notifications' }));
});
