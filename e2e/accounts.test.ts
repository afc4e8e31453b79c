import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendInvitation } from '../contract/invitations.ts';
import { listRoles } from '../contract/roles.ts';
import { listUsers, replaceUserRoles } from '../contract/users.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import {
  assign,
  chooseAction,
  chooseNewPassword,
  goTo,
  leaveSavedPassword,
  openAccount,
  rowOf,
  signIn,
  signUp,
} from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const max = { email: 'max@northline.example', full_name: 'Max Manager', password: 'battery staple' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee', password: 'forecourt night' };
const olga = { email: 'olga@northline.example', full_name: 'Olga Other', password: 'another location' };
const tom = { email: 'tom@northline.example', full_name: 'Tom Till', password: 'coffee and fuel' };

type Newcomer = typeof max;

test('an owner adds a manager, who adds two associates within their own access; one of them is deactivated', async () => {
  const journey = await startJourney();
  const { page } = journey;
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeLocation(api, 'Mill Road');
  const airport = await storeLocation(api, 'Airport', { city: 'Colonie' });
  await storeUser(api, { ...olga, roles: ['manager'], locations: [airport] });
  const link = await addWithLink(page, max);
  await rowOf(page, max.full_name).getByText('Invited').waitFor();
  await assign(page, max.full_name, 'Assign Roles', ['manager']);
  await assign(page, max.full_name, 'Assign Locations', ['Mill Road']);

  const manager = await journey.addUser();
  await accept(manager.page, link, max);
  await addInvited(manager.page, eva, 'Mill Road');
  await addInvited(manager.page, tom, 'Mill Road');
  for (const { full_name } of [eva, tom]) await assign(manager.page, full_name, 'Assign Roles', ['employee']);
  const evaAtWork = await journey.addUser();
  await acceptInvitation(journey, evaAtWork.page, eva);
  const tomAtWork = await journey.addUser();
  // Only a user with every permission can copy a link.
  await page.goto('/users');
  await acceptLink(page, tomAtWork.page, tom);
  await manager.page.reload();
  await rowOf(manager.page, tom.full_name).getByText('Joined').waitFor();

  manager.watch.allow(/status of 40[34]/);
  await expectNoPromotion(manager.page);
  await expectNoOtherLocation(page, manager.page);

  const evaOnThePhone = await journey.addUser();
  await signIn(evaOnThePhone.page, eva);
  await evaOnThePhone.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await goTo(evaOnThePhone.page, '/profile');
  await evaOnThePhone.page.getByText('This device').waitFor();
  await expect
    .poll(() => evaOnThePhone.page.getByRole('button', { name: /^Sign out Chrome/ }).count())
    .toBe(1);
  await expectAccessible(evaOnThePhone.page);

  for (const { watch } of [evaAtWork, evaOnThePhone]) watch.allow(/status of 40[0134]/);
  await chooseAction(manager.page, eva.full_name, 'Deactivate');
  const toasts = manager.page.getByRole('region', { name: 'Messages' });
  await toasts.getByText(/is inactive. 2 sessions ended.$/).waitFor();
  // The stream tells them.
  for (const { page: left } of [evaAtWork, evaOnThePhone])
    await left.getByText('This account is deactivated. Ask your administrator.').waitFor();

  await expectWholeStory(page);
});

test('closed sign-ups show the form to FIRST_ADMIN_EMAIL only, and only once', async () => {
  const journey = await startJourney({ env: { SIGNUPS: 'closed', FIRST_ADMIN_EMAIL: ada.email } });
  const { page } = journey;
  const said = await signUp(page, ada);
  expect(said).toContain('You can sign in now: this account is the administrator.');
  await page.getByRole('button', { name: 'Contact your administrator' }).waitFor();
  expect(await page.getByRole('button', { name: 'Create one now' }).count()).toBe(0);
  await signIn(page, ada);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('the access screens show long names, on a phone and in the dark theme', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const location = 'Northline Express and Fuel at the Interstate 87 Exit 24 Interchange Eastbound';
  const api = await apiOf(page);
  const stored = await storeLocation(api, location);
  const long = {
    ...max,
    email: 'maximiliana.konstantinopoulou.featherstonehaugh.the.second@northline-express.example',
    full_name: 'Maximiliana Konstantinopoulou-Featherstonehaugh the Second of Albany',
  };
  const user = await storeUser(api, { ...long, roles: ['manager', 'viewer'], locations: [stored] });
  (await api.call(sendInvitation, { params: { id: user.id }, body: { by: 'mail' } })).ok();
  await goTo(page, '/users');
  await look(page, 'access-users', rowOf(page, long.full_name).getByText('Invited'));

  const dialog = page.getByRole('dialog');
  await chooseAction(page, long.full_name, 'Invitation');
  await dialog.getByRole('button', { name: 'New link' }).click();
  await look(page, 'access-invitation', dialog.getByRole('textbox', { name: 'Link' }));
  await page.keyboard.press('Escape');
  await chooseAction(page, long.full_name, 'Assign Roles');
  await look(page, 'access-assign-roles', dialog.getByRole('checkbox', { name: 'admin' }));
  await page.keyboard.press('Escape');
  await chooseAction(page, long.full_name, 'Edit User');
  await look(page, 'access-edit-user', dialog.getByRole('button', { name: 'Devices' }));
  await dialog.getByRole('button', { name: 'Devices' }).click();
  await look(page, 'access-devices', page.getByText('Not signed in on any device.'));
  await goTo(page, '/users');
  await chooseAction(page, long.full_name, 'Deactivate');
  await look(page, 'access-deactivation', page.getByText(/is inactive/));

  await goTo(page, '/locations');
  await page.getByRole('link', { name: location }).click();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  await look(page, 'access-location', page.getByText(/waiting:/));
  await page.getByRole('button', { name: 'Assign Users' }).click();
  await look(page, 'access-location-assign', dialog.getByRole('checkbox', { name: /Ada Owner/ }));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Actions for ${long.full_name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove from Location' }).click();
  await look(page, 'access-location-remove', page.getByRole('alertdialog'));
  await goTo(page, '/audit');
  await openFolded(page, /Ada Owner made \d+ changes/);
  await page.getByRole('button', { name: /Ada Owner deactivated/ }).click();
  await page.locator('summary').click();
  await look(page, 'access-audit', page.getByText(/^Mozilla/));
});

/** Fills in the form, and ticks the invitation, which is off by default. A manager also chooses a location. */
async function fillNew(page: Page, { email, full_name }: Newcomer, invitation: string, location?: string) {
  await goTo(page, '/users');
  await page.getByRole('button', { name: 'Add User' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New User' });
  await dialog.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Full Name' }).fill(full_name);
  if (location) {
    await dialog.getByRole('button', { name: /^Locations/ }).click();
    await page.getByRole('checkbox', { name: new RegExp(location) }).check();
    await page.keyboard.press('Escape');
  }
  await dialog.getByRole('checkbox', { name: invitation }).check();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function addInvited(page: Page, user: Newcomer, location: string) {
  await fillNew(page, user, 'Create an invitation', location);
  await rowOf(page, user.full_name).waitFor();
}

/** Without a mail server, an administrator gets the link at once. */
async function addWithLink(page: Page, user: Newcomer): Promise<string> {
  await fillNew(page, user, 'Create an invite link');
  const dialog = page.getByRole('dialog', { name: `${user.full_name} added` });
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await rowOf(page, user.full_name).waitFor();
  return link;
}

async function acceptInvitation({ mailbox }: Journey, page: Page, user: Newcomer) {
  const { links } = await mailbox.waitFor({ to: user.email, subject: /invited/ });
  await accept(page, links[0] ?? '', user);
}

/** The link that the owner copies from the dialog; it replaces the emailed one. */
async function acceptLink(owner: Page, page: Page, user: Newcomer) {
  await chooseAction(owner, user.full_name, 'Invitation');
  const dialog = owner.getByRole('dialog', { name: 'Invitation' });
  await dialog.getByRole('button', { name: 'New link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await accept(page, link, user);
}

async function accept(page: Page, link: string, { password, full_name }: Newcomer) {
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await chooseNewPassword(page, password);
  await leaveSavedPassword(page);
  await page.getByRole('complementary').getByText(full_name).waitFor();
}

/**
 * The user can grant nothing more, neither by the dialog nor by a request, and the answer reveals nothing that the
 * dialog hides.
 */
async function expectNoPromotion(page: Page) {
  await chooseAction(page, eva.full_name, 'Assign Roles');
  const dialog = page.getByRole('dialog', { name: 'Assign Roles' });
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'admin' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const manager = await apiOf(page);
  const { users } = (await manager.call(listUsers, { query: {} })).ok();
  const { roles } = (await manager.call(listRoles, {})).ok();
  const id = users.find((user) => user.full_name === eva.full_name)?.id ?? '';
  const role_ids = roles.filter((role) => role.name === 'admin').map((role) => role.id);
  const answer = await manager.call(replaceUserRoles, { params: { id }, body: { role_ids } });
  expect(answer.problem().code).toBe('forbidden');
}

/** The page is the same as for a location that does not exist, and does not name it. */
async function expectNoOtherLocation(owner: Page, manager: Page) {
  await goTo(owner, '/locations');
  await owner.getByRole('link', { name: 'Airport' }).click();
  await owner.getByRole('heading', { name: 'Airport' }).waitFor();
  const address = new URL(owner.url()).pathname;
  const seen: string[] = [];
  for (const path of [address, address.replace(/[^/]+$/, crypto.randomUUID())]) {
    await manager.goto(path);
    await manager.getByRole('heading', { name: 'Location not found' }).waitFor();
    seen.push(await manager.getByRole('main').innerText());
  }
  expect(seen[0]).toBe(seen[1]);
  expect(seen[0]).not.toContain('Airport');
  await goTo(manager, '/users');
  await rowOf(manager, eva.full_name).waitFor();
  expect(await rowOf(manager, olga.full_name).count()).toBe(0);
}

/** Several changes of one actor to one user are one row, which a press opens. */
async function openFolded(page: Page, first: string | RegExp) {
  await page.getByText(first).first().waitFor();
  const folded = page.getByRole('button', { name: /made \d+ changes to/, expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

/** The owner reads the audit log, which also contains the refusal. */
async function expectWholeStory(page: Page) {
  await goTo(page, '/audit');
  await openFolded(page, /Max Manager (made|deactivated)/);
  for (const sentence of [
    'Max Manager deactivated Eva Employee',
    /^Max Manager tried to assign roles \(Eva Employee\)/,
    'Tom Till accepted the invitation',
    'Ada Owner created an invite link for Tom Till',
    'Eva Employee accepted the invitation',
    'Max Manager created an invitation for Eva Employee',
    'Max Manager added Eva Employee to Mill Road',
    'Ada Owner granted Max Manager the role manager',
    'Ada Owner created an invite link for Max Manager',
  ]) {
    await page.getByText(sentence).first().waitFor();
  }
}
