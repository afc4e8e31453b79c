import type { Browser, CDPSession, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import type { Setup } from './setup.ts';
import { atMost, percentile, type Row } from './table.ts';
import { inPage, type Measured, openPage, signInBoth } from './web.ts';

/** What the lists find, screens, acts, one kind only, and a typing error. */
const typed = [
  'maria',
  'garcia o',
  '104',
  '518555',
  'audit',
  'northline',
  '> edit mar',
  'u:lopez',
  'jonhson',
];

/** From a key in the command box to its painted answer, with the whole lists in the memory of a slow PC. */
export async function measureBox(setup: Setup): Promise<Row[]> {
  if (!findChromium()) return [{ what: 'box', Canopy: 'no Chromium' }];
  const browser = await launchChromium();
  const { ours, other, both } = await signInBoth(browser, setup);
  for (let round = 0; round < Math.min(setup.pace.rounds, 2); round++)
    for (const one of both) await visitUsers(browser, one);
  await browser.close();
  for (const { server } of both) await server.stop();
  const row = (what: string, share: number, most: number): Row => {
    const value = percentile(ours.keys, share);
    const compared = other && percentile(other.keys, share);
    return {
      what: `box: key press to painted answer, ${what}`,
      ...atMost(value, 'ms', most),
      ...(compared !== null && { bare: `${compared.toFixed(0)} ms`, ratio: (value / compared).toFixed(2) }),
    };
  };
  return [row('median', 0.5, 60), row('p95', 0.95, 100)];
}

async function visitUsers(browser: Browser, { server, state, keys }: Measured) {
  const { context, page, cdp } = await openPage(browser, state);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${server.url}/users`);
  await inPage(cdp, 'bench.loaded()');
  for (const text of [...typed, ...typed]) keys.push(...(await typeIn(page, cdp, text)));
  await context.close();
}

/** A key that changes no row of the answer is not counted. */
async function typeIn(page: Page, cdp: CDPSession, text: string): Promise<number[]> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  const keys: number[] = [];
  for (const key of text) {
    await page.keyboard.press(key);
    const milliseconds = await inPage<number | null>(cdp, 'bench.keyPainted()');
    if (milliseconds !== null) keys.push(milliseconds);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' });
  return keys;
}
