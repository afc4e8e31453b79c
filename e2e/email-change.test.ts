import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { type Journey, startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { goTo, openAccount, signIn, signOut } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const next = 'ada.owner@northline.example';

test('a user changes their email: both mailboxes confirm, the old one is notified, other devices stay signed in', async () => {
  const journey = await startJourney();
  const { page, mailbox } = journey;
  await openAccount(page, ada);
  const phone = await journey.addUser();
  // Sessions that end tell their screens, which sign out.
  phone.watch.allow(/status of 40[13]/);
  await enter(phone.page, ada.email);
  await ask(journey);

  const [old, fresh] = await Promise.all([
    mailbox.waitFor({ to: ada.email, subject: /Change the email/ }),
    mailbox.waitFor({ to: next, subject: /Confirm your new email/ }),
  ]);
  await page.goto(old.links[0] ?? '');
  await look(page, 'email-change-ask', page.getByText(/You are signed in here as Ada Owner/));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await look(page, 'email-change-half', page.getByRole('heading', { name: 'One mailbox has confirmed' }));
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  // The new mailbox is opened in another browser, where nobody is signed in.
  const elsewhere = await journey.addUser();
  await elsewhere.page.goto(fresh.links[0] ?? '');
  await elsewhere.page.getByRole('button', { name: 'Confirm email' }).click();
  const changed = elsewhere.page.getByText(`From now on you sign in with ${next}.`);
  await look(elsewhere.page, 'email-change-done', changed);
  await mailbox.waitFor({ to: ada.email, subject: /was changed/ });

  for (const open of [page, phone.page]) {
    await open.goto('/profile');
    const panel = open.getByRole('region', { name: 'Sign-in email' });
    await panel.getByText(next).waitFor();
    await panel.getByText(/waits to be confirmed/).waitFor({ state: 'hidden' });
  }
  await signOut(page);
  journey.watch.allow(/status of 400/);
  await signIn(page, ada);
  await page.getByText('Login failed: wrong email or password').waitFor();
  await enter(page, next);
});

async function enter(page: Page, email: string) {
  await signIn(page, { email, password: ada.password });
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Requests the change on the profile. */
async function ask({ page, watch }: Journey) {
  await goTo(page, '/profile');
  const panel = page.getByRole('region', { name: 'Sign-in email' });
  await panel.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByRole('textbox', { name: 'New Email Address' }).fill(next);
  await dialog.getByRole('textbox', { name: 'Current Password' }).fill('not hers');
  // Sessions that end tell their screens, which sign out.
  watch.allow(/status of 4(00|01|03|22)/);
  await dialog.getByRole('button', { name: 'Ask for links' }).click();
  await look(page, 'email-change-refused', dialog.getByRole('alert'));
  await dialog.getByRole('textbox', { name: 'Current Password' }).fill(ada.password);
  await dialog.getByRole('button', { name: 'Ask for links' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await panel.scrollIntoViewIfNeeded();
  await look(page, 'email-change-waiting', panel.getByText(/waits to be confirmed/));
}
