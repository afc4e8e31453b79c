import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tokenPermissions } from '../contract/access/permissions.ts';
import { makeApiToken } from '../server/testing/requests/api-token.ts';
import { contractEndpoints } from '../server/testing/requests/contract-endpoints.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { openAccount } from './support/steps.ts';

const run = promisify(execFile);
const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };

test('the page of the API lists exactly the endpoints, finds them, and its lines for a shell work with a token', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeLocation(api, 'Mill Road');
  const { secret } = await makeApiToken(api, tokenPermissions);

  await page.goto('/settings');
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('heading', { name: 'API', level: 1 }).waitFor();
  await rows(page).first().waitFor();
  // Those of the auth protocol are not part of the contract.
  const listed = (await namesOf(page)).filter((name) => name.includes(' /api/'));
  const contract = (await contractEndpoints()).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(listed.sort()).toEqual(contract.sort());
  const ids = await page.locator('main li[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);

  await page.keyboard.press('/');
  await page.keyboard.type('employee_number post');
  await expect.poll(() => namesOf(page)).toEqual(['POST /api/users']);
  await page.keyboard.type(' zzz');
  await page.getByText('No endpoint has these words').waitFor();
  await expectAccessible(page);

  const env = { PATH: process.env.PATH ?? '', CANOPY_TOKEN: secret };
  for (const [id, answered] of [
    ['get-api-locations', '"name":"Mill Road"'],
    ['get-api-users', '"total":0'],
    ['patch-api-users-id', '"code":"not_found"'],
    ['put-api-runs-id-plan', '"code":"not_found"'],
    ['post-api-locations', 'This district does not exist'],
    ['get-api-config', '"version"'],
  ] as const) {
    await page.goto(`/settings/api?q=${id.includes('config') ? 'config' : ''}#${id}`);
    const line = await page.locator(`#${id} pre`).first().textContent();
    const { stdout } = await run('bash', ['-c', line ?? ''], { env });
    expect(stdout, line ?? '').toContain(answered);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/api#patch-api-users-id');
  const open = page.getByRole('button', { expanded: true }).filter({ hasText: 'PATCH' });
  await open.waitFor();
  await expect
    .poll(() => open.evaluate((row) => Math.round(row.getBoundingClientRect().top) < 844))
    .toBe(true);
  await page.getByRole('button', { name: 'Copy: Call it' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

const rows = (page: Page) => page.locator('main li[id] > button');

/** 'GET /api/users' */
function namesOf(page: Page): Promise<string[]> {
  return rows(page).evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('span')]
        .slice(0, 2)
        .map((part) => part.textContent)
        .join(' '),
    ),
  );
}
