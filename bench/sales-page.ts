import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import type { Process } from './setup.ts';
import { atMost, median, type Row } from './table.ts';
import { type Figures, inPage, openPage, signIn, slowDown } from './web.ts';

/** Rows, sums and the chart of a range, opened with an empty cache in the browser of a slow PC. */
export async function measureSalesPage(server: Process, range: string, rounds: number): Promise<Row[]> {
  const what = 'registers, Sales page';
  if (!findChromium()) return [{ what, Canopy: 'no Chromium' }];
  const browser = await launchChromium();
  const { state } = await signIn(browser, server);
  const visits: Figures[] = [];
  for (let visit = 0; visit < Math.min(rounds, 5); visit++) {
    const { context, page, cdp } = await openPage(browser, state);
    await slowDown(cdp);
    await page.goto(`${server.url}/sales?${range}`);
    visits.push({
      ...(await inPage<Figures>(cdp, 'bench.loaded()')),
      ...(await inPage<Figures>(cdp, 'bench.code()')),
    });
    await context.close();
  }
  await browser.close();
  const middle = (name: string) => median(visits.map((visit) => visit[name] ?? Number.NaN));
  return [
    { what: `${what}, rows and chart painted`, ...atMost(middle('shownMs'), 'ms', 1000) },
    { what: `${what}, longest task afterward`, Canopy: `${middle('longestTaskMs').toFixed(0)} ms` },
    { what: `${what}, JS + CSS until then`, Canopy: `${middle('shownKb').toFixed(1)} kB` },
  ];
}
