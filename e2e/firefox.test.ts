import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { listUsers, updateUser } from '../contract/users.ts';
import { type Client, createClient } from '../server/testing/requests/client.ts';
import { findFirefox, launchFirefox } from './support/firefox.ts';
import { startJourneyServer } from './support/server.ts';

/** The first day again, in the other engine: its forms, files, keys and streams. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const people =
  'E-mail,Name,Store\nben@northline.example,Ben Ito,Mill Road\ncleo@northline.example,Cleo Marsh,\n';

test('a chain starts to use Canopy in Firefox: sign-up, a location, a user, an import, the command box, a change of others', async ({
  skip,
}) => {
  if (!findFirefox()) skip('no Firefox found (Debian package firefox-esr)');
  const server = await startJourneyServer();
  onTestFinished(async () => {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  });
  const browser = await launchFirefox();
  const page = await browser.newPage();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await page.evaluate('document.body.innerText'));
    await browser.close();
  });
  page.setDefaultTimeout(120_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

  await page.goto(server.url);
  await fill(page, { full_name: ada.full_name, email: ada.email });
  await fill(page, { password: ada.password, confirmPassword: ada.password });
  await press(page, 'Create Account');
  await find(page, 'h1', 'Sign In').wait();
  await fill(page, { email: ada.email, password: ada.password });
  await press(page, 'Sign In');
  await find(page, 'h1', 'Dashboard').wait();

  await page.goto(`${server.url}/locations`);
  await press(page, 'Add Location');
  const place = { address: '1 Main Street', city: 'Albany', state: 'ny', zip: '12207' };
  await fill(page, { name: 'Mill Road', ...place });
  await press(page, 'Create');
  await find(page, 'a', 'Mill Road').wait();

  await page.goto(`${server.url}/users`);
  await press(page, 'Add User');
  await fill(page, { email: 'eva@northline.example', full_name: 'Eva Employee' });
  await press(page, 'Create User');
  await find(page, 'a', 'Eva Employee').wait();

  const file = join(server.dataDir, 'people.csv');
  writeFileSync(file, people);
  await page.goto(`${server.url}/import/users`);
  const input = await page.locator('input[type=file]').waitHandle();
  await input.uploadFile(file);
  await press(page, 'Preview');
  await press(page, 'Add 2 users');
  await find(page, 'h2', '2 users were added.').wait();

  await page.goto(`${server.url}/users`);
  await find(page, 'a', 'Ben Ito').wait();
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.keyboard.type('mill');
  await page.locator('::-p-xpath(//*[@role="option"][contains(., "Mill Road")])').wait();
  await page.keyboard.press('Enter');
  await find(page, 'h1', 'Mill Road').wait();

  await page.goto(`${server.url}/users`);
  await find(page, 'a', 'Eva Employee').wait();
  const api = await signedIn(server.url);
  const { users } = (await api.call(listUsers, { query: { q: 'eva' } })).ok();
  const params = { id: users[0]?.id ?? '' };
  (await api.call(updateUser, { params, body: { full_name: 'Eva Manager' } })).ok();
  await find(page, 'a', 'Eva Manager').wait();
  expect(problems).toEqual([]);
});

/** By its text: asking Firefox for roles and names takes seconds on a page of many elements. */
function find(page: Page, element: string, name: string) {
  return page.locator(`::-p-xpath(//${element}[starts-with(normalize-space(), "${name}")])`);
}

const press = (page: Page, name: string) => find(page, 'button', name).click();

/** By the names of the fields: a password has no role. */
async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) await page.locator(`input[name=${name}]`).fill(value);
}

async function signedIn(url: string): Promise<Client> {
  const { email, password } = ada;
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return createClient(url, ((await answer.json()) as { access_token: string }).access_token);
}
