import { expect, test } from 'vitest';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { openAccount, signIn } from './support/steps.ts';

/** A part of the app that does not load in a real browser, and the actions of the user then. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };

const isFocused = (element: { matches(selector: string): boolean }) => element.matches(':focus');

test('a dialog that failed to load while the server was down loads on another try, and a page by itself', async () => {
  const journey = await startJourney();
  const { page, watch } = journey;
  watch.allow(/ERR_|Failed to (load resource|fetch)/);
  await openAccount(page, ada);
  await page.route(/assets\/(user-dialogs|locations)-/, (route) => route.abort());
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add User' }).first().waitFor();
  await journey.server.stop();

  await page.getByRole('button', { name: 'Add User' }).first().click();
  const card = page.getByRole('alertdialog');
  await look(page, 'not-loaded-dialog', card.getByText('The server cannot be reached'));
  expect(await card.getByRole('button', { name: 'Try again' }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Enter');
  await card.getByText('The server cannot be reached').waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Locations' }).click();
  // The bar alone speaks.
  await page.getByText("Can't reach the server.").waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await page.getByRole('main').innerText()).trim(), `at ${width} px`).toBe('');
  }

  await journey.restartServer();
  await page.unroute(/assets\/(user-dialogs|locations)-/);
  await page.getByRole('heading', { name: 'Locations', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Add User' }).first().click();
  await page.getByRole('dialog', { name: 'Add New User' }).waitFor();
});

test('after an update, a page whose files were renamed loads after a reload', async () => {
  const { page, watch } = await startJourney({ isShared: true });
  watch.allow(/status of 404|Failed to fetch/);
  await openAccount(page, ada);
  // Like a new build: the page names another script, and the old files are gone.
  const isNew = { page: /\/$/, parts: /assets\/(user-dialogs|locations)-/ };
  await page.route(isNew.parts, (route) => route.fulfill({ status: 404 }));
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add User' }).first().waitFor();
  await page.route(isNew.page, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-new.js">' }),
  );
  await page.getByRole('complementary').getByRole('link', { name: 'Locations' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).waitFor();
  await look(page, 'outdated-page', page.getByText('There is a newer version of this app.'));
  await page.getByRole('complementary').getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Add User' }).first().click();
  await look(page, 'outdated-dialog', page.getByRole('alertdialog'));

  await page.unroute(isNew.parts);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('dialog', { name: 'Add New User' }).waitFor();
});

test('the server answers a missing file of the app with 404, never with the page', async () => {
  const { server } = await startJourney({ isShared: true });
  const answer = await fetch(`${server.url}/assets/user-dialogs-OLD.js`, { headers: { accept: '*/*' } });
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('<html');
});

test('a sign-in on a page from before an update asks to reload', async () => {
  const { page, watch } = await startJourney();
  watch.allow(/status of 404|Failed to fetch/);
  await page.goto('/login');
  // Nobody can sign in to an empty system, so it opens with the other form.
  await page.getByRole('button', { name: 'Sign in here' }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }));
  await page.route(/\/$/, (route) => route.fulfill({ contentType: 'text/html', body: '<html>new' }));
  await signIn(page, ada);
  await look(page, 'outdated-login', page.getByText('Login failed: There is a newer version of this app.'));
  await page.getByRole('button', { name: 'Reload' }).waitFor();
});
