import { resolve } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import { percentile } from '../faults/support/percentile.ts';
import type { ServerProcess } from '../server/testing/processes/server-process.ts';
import { account } from '../server/testing/requests/first-account.ts';
import { type Setup, startOther } from './setup.ts';
import { atMost, median, type Row } from './table.ts';

/** Each key press is measured, until the rows of the complete answer are painted. */
const typed = ['garcia', 'maria', '518555', 'northline', 'okafor', 'xu'];

/** What was measured of one server. */
export interface Measured {
  browser: Browser;
  server: ServerProcess;
  state: State;
  visits: { shownMs: number; rowsKb: number; heapMb: number }[];
  keys: number[];
  /** Milliseconds of an order and of a filter. */
  orders: number[];
  filters: number[];
}

/** A slow PC: Chromium at a quarter of its speed, 10 Mbit/s, an empty cache. */
export async function measureWeb(setup: Setup): Promise<Row[]> {
  if (!findChromium()) return [{ what: 'web', Canopy: 'no Chromium' }];
  const { users } = setup.pace;
  // In a longer list the server finds what the browser once found, and has a bar; else the other clone has.
  const most = users > 20_000 ? 150 : null;
  const row = await visitInTurns(setup, 3, visitUsers);
  const middle =
    (name: 'shownMs' | 'rowsKb' | 'heapMb') =>
    ({ visits }: Measured) =>
      median(visits.map((visit) => visit[name]));
  return [
    row('web: first rows', middle('shownMs'), 'ms', null),
    row('web: rows on the wire', middle('rowsKb'), 'kB', users > 1000 ? 40 : null),
    row(`web: heap with ${users} users`, middle('heapMb'), 'MB', 9, 1),
    row('web: key press to painted answer, median', ({ keys }) => median(keys), 'ms', most),
    row('web: key press to painted answer, p95', ({ keys }) => percentile(keys, 0.95), 'ms', most),
    row('web: order to painted answer, median', ({ orders }) => median(orders), 'ms', most),
    row('web: filter to painted answer, median', ({ filters }) => median(filters), 'ms', most),
  ];
}

/** Visits our server and that of `--against` in turns, and returns what makes a row of the same figure of both. */
export async function visitInTurns(
  { startCanopy, pace }: Setup,
  mostRounds: number,
  visit: (one: Measured) => Promise<void>,
) {
  const browser = await launchChromium();
  const ours = await signIn(browser, await startCanopy());
  const other = pace.against ? await signIn(browser, await startOther(resolve(pace.against), pace)) : null;
  const both = other ? [ours, other] : [ours];
  for (let round = 0; round < Math.min(pace.rounds, mostRounds); round++)
    for (const one of both) await visit(one);
  await browser.close();
  for (const { server } of both) await server.stop();
  /** Without `most`, no more than the other. */
  return (
    what: string,
    figureOf: (of: Measured) => number,
    unit: string,
    most: number | null,
    digits = 0,
  ): Row => {
    const value = figureOf(ours);
    const compared = other && figureOf(other);
    const bound = most ?? (compared && Number(compared.toFixed(digits)));
    return {
      what,
      ...(bound === null
        ? { Canopy: `${value.toFixed(digits)} ${unit}` }
        : atMost(value, unit, bound, digits)),
      ...(compared !== null && {
        bare: `${compared.toFixed(digits)} ${unit}`,
        ratio: (value / compared).toFixed(2),
      }),
    };
  };
}

export async function signIn(browser: Browser, server: ServerProcess): Promise<Measured> {
  const login = await openPage(browser);
  await login.page.goto(`${server.url}/login`, { waitUntil: 'networkidle' });
  await login.page.getByLabel('Remember me').check();
  await login.page.getByPlaceholder('Enter email').fill(account.email);
  await login.page.getByPlaceholder('Enter password').fill(account.password);
  await login.page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await login.page.waitForURL('**/dashboard');
  const state = await login.context.storageState();
  await login.context.close();
  return { browser, server, state, visits: [], keys: [], orders: [], filters: [] };
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

export async function openPage(browser: Browser, state?: State) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, ...(state && { storageState: state }) });
  const page = await context.newPage();
  await page.addInitScript({ path: resolve(import.meta.dirname, 'web-probe.js') });
  return { context, page, cdp: await context.newCDPSession(page) };
}

/** A quarter of the speed, and 10 Mbit/s. */
export async function slowDown(cdp: CDPSession): Promise<void> {
  const speed = { downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 0, ...speed });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

async function visitUsers(measured: Measured): Promise<void> {
  const { browser, server, state, visits, keys } = measured;
  const { context, page, cdp } = await openPage(browser, state);
  await slowDown(cdp);
  await page.goto(`${server.url}/users`);
  const shownMs = await inPage<number>(cdp, 'bench.usersShown()');
  await whenIdle(page);
  const rowsKb = await inPage<number>(cdp, 'bench.rowsKb()');
  await pressKeys(page, cdp, keys);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await arrange(page, cdp, measured);
  await context.close();
  visits.push({ shownMs, rowsKb, heapMb: usedSize / 1e6 });
}

/** What a page fetches when the browser is idle is over by then. */
export const whenIdle = (page: Page) => page.waitForTimeout(6000);

async function pressKeys(page: Page, cdp: CDPSession, keys: number[]): Promise<void> {
  // Not through a locator: its script of 330 kB would be in the page's heap.
  await inPage(cdp, "document.querySelector('main input[type=search]').focus()");
  for (const key of typed.flatMap((word) => [...word, ...Array.from(word, () => 'Backspace')])) {
    await page.keyboard.press(key);
    await notePress(cdp, keys);
  }
}

/** Orders and a filter that were not asked for before in this visit. */
async function arrange(page: Page, cdp: CDPSession, { orders, filters }: Measured): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name }).first().click();
  for (let time = 0; time < 2; time++) {
    await press('Created');
    await notePress(cdp, orders);
  }
  await press('Filter');
  await press('Status');
  await inPage(cdp, 'bench.pressPainted()');
  await page.getByLabel('Inactive').first().click();
  await notePress(cdp, filters);
}

async function notePress(cdp: CDPSession, milliseconds: number[]): Promise<void> {
  const painted = await inPage<number | null>(cdp, 'bench.pressPainted()');
  if (painted !== null) milliseconds.push(painted);
}

/** Through the protocol: the page's security policy forbids the `eval` that Playwright uses. */
export async function inPage<T>(cdp: CDPSession, expression: string): Promise<T> {
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', options);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}
