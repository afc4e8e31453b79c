import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import type { ServerProcess } from '../server/testing/processes/server-process.ts';
import { atMost, median, type Row } from './table.ts';
import { type Figures, inPage, openPage, signIn, slowDown } from './web.ts';

/** Rows, sums and the chart of a range in the browser of a slow PC: by a link of the app, and with an empty cache. */
export async function measureSalesPage(server: ServerProcess, range: string, rounds: number): Promise<Row[]> {
  const what = 'registers, Sales page';
  if (!findChromium()) return [{ what, Canopy: 'no Chromium' }];
  const browser = await launchChromium();
  const { state } = await signIn(browser, server);
  const path = `/sales?${range}`;
  const visits: Figures[] = [];
  for (let visit = 0; visit < Math.min(rounds, 5); visit++) {
    const { context, page, cdp } = await openPage(browser, state);
    await slowDown(cdp);
    await page.goto(server.url + path);
    const cold = {
      ...(await inPage<Figures>(cdp, 'bench.loaded()')),
      ...(await inPage<Figures>(cdp, 'bench.code()')),
    };
    await context.close();
    visits.push({ ...cold, openedMs: await openByLink() });
  }
  await browser.close();
  const middle = (name: string) => median(visits.map((visit) => visit[name] ?? Number.NaN));
  return [
    {
      what: `${what}, opened by a link until rows and chart are painted`,
      ...atMost(middle('openedMs'), 'ms', 1000),
    },
    {
      what: `${what}, the same by its address, without a cache`,
      Canopy: `${middle('shownMs').toFixed(0)} ms`,
    },
    { what: `${what}, longest task afterward`, Canopy: `${middle('longestTaskMs').toFixed(0)} ms` },
    { what: `${what}, JS + CSS until then`, Canopy: `${middle('shownKb').toFixed(1)} kB` },
  ];

  /** From the dashboard, in a browser that has not shown Sales before. */
  async function openByLink(): Promise<number> {
    const { context, page, cdp } = await openPage(browser, state);
    await page.goto(`${server.url}/dashboard`);
    await page.getByText('Revenue Today').waitFor();
    // What a page fetches when the browser is idle is over by then.
    await page.waitForTimeout(3000);
    await slowDown(cdp);
    const milliseconds = await inPage<number>(cdp, `bench.openSales(${JSON.stringify(path)})`);
    await context.close();
    return milliseconds;
  }
}
