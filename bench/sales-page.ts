import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import type { ServerProcess } from '../server/testing/processes/server-process.ts';
import { atMost, median, type Row } from './table.ts';
import { inPage, openPage, signIn, slowDown, whenIdle } from './web.ts';

/** Rows, sums and the chart of a range by a link of the app, in the browser of a slow PC that has not shown Sales before. */
export async function measureSalesPage(server: ServerProcess, range: string, rounds: number): Promise<Row> {
  const what = 'registers, Sales page, opened by a link until rows and chart are painted';
  if (!findChromium()) return { what, Canopy: 'no Chromium' };
  const browser = await launchChromium();
  const { state } = await signIn(browser, server);
  const times: number[] = [];
  for (let visit = 0; visit < Math.min(rounds, 5); visit++) {
    const { context, page, cdp } = await openPage(browser, state);
    await page.goto(`${server.url}/dashboard`);
    await page.getByText('Revenue Today').waitFor();
    await whenIdle(page);
    await slowDown(cdp);
    times.push(await inPage<number>(cdp, `bench.openSales(${JSON.stringify(`/sales?${range}`)})`));
    await context.close();
  }
  await browser.close();
  return { what, ...atMost(median(times), 'ms', 1000) };
}
