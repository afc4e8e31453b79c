import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { databases } from './support/databases.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { takePictures } from './support/pictures.ts';
import {
  addLocation,
  addUser,
  askForReset,
  assign,
  chooseAction,
  chooseNewPassword,
  goTo,
  leaveSavedPassword,
  rowOf,
  signIn,
  signOut,
  signUp,
} from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const max = { email: 'max@northline.example', full_name: 'Max Manager', password: 'battery staple' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee', password: 'forecourt night' };
const vic = { email: 'vic@northline.example', full_name: 'Vic Viewer', password: 'unused' };

test.each(
  databases,
)('a chain starts to use Canopy on %s, and its data survive a restart and a kill', async (database) => {
  const journey = await startJourney({ database });
  const { page } = journey;
  await openFirstAccount(journey);
  await addLocation(page, 'Mill Road', 'Albany');
  await addLocation(page, 'Airport', 'Colonie');
  for (const user of [max, eva, vic]) await addUser(page, user);
  await assign(page, 'Max Manager', 'Assign Roles', ['manager']);
  await assign(page, 'Max Manager', 'Assign Locations', ['Mill Road']);
  await assign(page, 'Eva Employee', 'Assign Roles', ['employee']);
  await assign(page, 'Eva Employee', 'Assign Locations', ['Mill Road', 'Airport']);
  await assign(page, 'Vic Viewer', 'Assign Roles', ['viewer']);
  await expectWholeChain(page);
  await takePictures(page, `users-${database}`);

  const evaAtWork = await claimProfile(journey, eva);
  await expect.poll(() => rowOf(evaAtWork.page, 'Max Manager').count()).toBe(1);

  // Deactivated while signed in elsewhere: the next request signs her out and says why. It is this click's, unless her
  // list was refreshed just before it.
  await chooseAction(page, 'Eva Employee', 'Deactivate');
  await rowOf(page, 'Eva Employee').getByText('Inactive').waitFor();
  const reason = evaAtWork.page.getByText('This account is deactivated. Ask your administrator.');
  await evaAtWork.page.getByRole('link', { name: 'Dashboard' }).or(reason).click();
  await reason.waitFor();
  await evaAtWork.page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await signIn(evaAtWork.page, eva);
  await reason.waitFor();

  // Refreshing lists and prefetched dialogs meet a server that does not answer, or is gone in the middle of an answer.
  for (const { watch } of [evaAtWork, journey]) watch.allow(/net::ERR_|status of 503/);
  await journey.restartServer('stop');
  await expectWholeChain(page);
  await journey.restartServer('kill');
  await expectWholeChain(page);
  await rowOf(page, 'Eva Employee').getByText('Inactive').waitFor();

  await recoverPassword(journey);
});

/** The first account is the administrator and can sign in at once. */
async function openFirstAccount({ page }: Journey) {
  await goTo(page, '/users');
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  const said = await signUp(page, ada);
  expect(said).toContain('You can sign in now: this account is the administrator.');
  // The view returns to sign-in after a moment.
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await signIn(page, ada);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByText('Welcome to Canopy store management').waitFor();
}

async function expectWholeChain(page: Page) {
  await goTo(page, '/users');
  await rowOf(page, 'Max Manager').getByText('Mill Road').waitFor();
  await rowOf(page, 'Max Manager').getByText('manager', { exact: true }).waitFor();
  await rowOf(page, 'Eva Employee').getByText('Airport').waitFor();
  await rowOf(page, 'Vic Viewer').getByText('No locations').waitFor();
  await rowOf(page, 'Ada Owner').getByText('admin', { exact: true }).waitFor();
  await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('region', { name: 'Total Locations' }).getByText('2', { exact: true }).waitFor();
  await page.getByRole('complementary').getByRole('link', { name: 'Users' }).click();
  await rowOf(page, 'Ada Owner').waitFor();
}

/**
 * Signs up with the email of a profile that was added on the Users screen. Only the owner of the mailbox can claim
 * it.
 */
async function claimProfile(journey: Journey, user: typeof eva) {
  const other = await journey.addUser();
  // Refusals: what is on its way when she is deactivated, the next calls, the sign-out of the ended session, and another
  // sign-in.
  other.watch.allow(/40[013] .*\/(api\/|auth\/v1\/(logout|token))/);
  await signUp(other.page, { ...user, password: 'typed by anybody' });
  const email = await journey.mailbox.waitFor({ to: user.email });
  await other.page.goto(email.links[0] ?? '');
  await expect.poll(() => other.page.url()).not.toContain('token_hash');
  await other.page.getByRole('button', { name: /confirm/i }).click();
  await chooseNewPassword(other.page, user.password);
  await leaveSavedPassword(other.page);
  await other.page.getByRole('link', { name: 'Users' }).click();
  await rowOf(other.page, user.full_name).waitFor();
  return other;
}

async function recoverPassword({ page, mailbox, watch }: Journey) {
  watch.allow(/400 .*\/auth\/v1\/token/);
  await signOut(page);
  await askForReset(page, ada.email);
  const { links } = await mailbox.waitFor({ to: ada.email, subject: /password/i });
  await page.goto(links[0] ?? '');
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
  await expect.poll(() => page.url()).not.toContain('token_hash');
  await chooseNewPassword(page, 'a new battery');
  await leaveSavedPassword(page);
  await signOut(page);
  await signIn(page, ada);
  await page.getByText('Login failed: wrong email or password').waitFor();
  await signIn(page, { email: ada.email, password: 'a new battery' });
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}
