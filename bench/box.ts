import type { CDPSession, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import type { Setup } from './setup.ts';
import { atMost, median, percentile, type Row } from './table.ts';
import { inPage, openPage, signIn } from './web.ts';

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
export async function measureBox({ startCanopy, pace }: Setup): Promise<Row[]> {
  if (!findChromium()) return [{ what: 'box', Canopy: 'no Chromium' }];
  const browser = await launchChromium();
  const { server, state } = await signIn(browser, await startCanopy());
  const { page, cdp } = await openPage(browser, state);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${server.url}/users`);
  await inPage(cdp, 'bench.loaded()');
  const keys: number[] = [];
  for (let round = 0; round < Math.min(pace.rounds, 2); round++)
    for (const text of typed) keys.push(...(await typeIn(page, cdp, text)));
  await browser.close();
  await server.stop();
  const what = 'box: key press to painted answer';
  return [
    { what: `${what}, median`, ...atMost(median(keys), 'ms', 60) },
    { what: `${what}, p95`, ...atMost(percentile(keys, 0.95), 'ms', 100) },
  ];
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
