import type { CDPSession, Page } from 'playwright-core';
import { findChromium } from '../e2e/support/chromium.ts';
import { percentile } from '../faults/support/percentile.ts';
import type { Setup } from './setup.ts';
import { median, type Row } from './table.ts';
import { inPage, type Measured, openPage, visitInTurns, whenIdle } from './web.ts';

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
  const row = await visitInTurns(setup, 2, typeOnUsers);
  return [
    row('box: key press to painted answer, median', ({ keys }) => median(keys), 'ms', 60),
    row('box: key press to painted answer, p95', ({ keys }) => percentile(keys, 0.95), 'ms', 100),
  ];
}

async function typeOnUsers({ browser, server, state, keys }: Measured): Promise<void> {
  const { context, page, cdp } = await openPage(browser, state);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${server.url}/users`);
  await inPage(cdp, 'bench.usersShown()');
  await whenIdle(page);
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
    const milliseconds = await inPage<number | null>(cdp, 'bench.pressPainted()');
    if (milliseconds !== null) keys.push(milliseconds);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' });
  return keys;
}
