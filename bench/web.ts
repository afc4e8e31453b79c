import { resolve } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import type { ServerProcess } from '../server/testing/processes/server-process.ts';
import { account } from '../server/testing/requests/first-account.ts';
import { type Setup, startOther } from './setup.ts';
import { atMost, median, percentile, type Row } from './table.ts';

/** Each key press is measured. */
const typed = ['garcia', 'maria', '518555', 'northline', 'okafor', 'xu'];

const aheadOfLogin = 'login page, with what it fetches ahead';

/** What was measured of one server. */
export interface Measured {
  server: ServerProcess;
  loginCode: Figures;
  state: State;
  visits: Figures[];
  keys: number[];
}

/** A slow PC: Chromium at a quarter of its speed, 10 Mbit/s, an empty cache. */
export async function measureWeb(setup: Setup): Promise<Row[]> {
  if (!findChromium()) return [{ what: 'web', Canopy: 'no Chromium' }];
  const { pace } = setup;
  const browser = await launchChromium();
  const { ours, other, both } = await signInBoth(browser, setup);
  for (let visit = 0; visit < Math.min(pace.rounds, 5); visit++)
    for (const one of both) one.visits.push(await visitUsers(browser, one));
  await browser.close();
  for (const { server } of both) await server.stop();
  const isLarge = pace.users > 20_000;
  const row = (
    what: string,
    figureOf: (of: Measured) => number,
    unit: string,
    most?: number,
    digits = 0,
  ): Row => {
    const value = figureOf(ours);
    const figure = (of: number) => `${of.toFixed(digits)} ${unit}`;
    const compared = other && figureOf(other);
    return {
      what: `web: ${what}`,
      ...(most === undefined ? { Canopy: figure(value) } : atMost(value, unit, most, digits)),
      ...(compared !== null && { bare: figure(compared), ratio: (value / compared).toFixed(2) }),
    };
  };
  const middle =
    (name: string) =>
    ({ visits }: Measured) =>
      median(visits.map((visit) => visit[name] ?? Number.NaN));
  return [
    row('login page, JS + CSS', ({ loginCode }) => loginCode.shownKb ?? Number.NaN, 'kB', 116, 1),
    row(aheadOfLogin, ({ loginCode }) => loginCode.allKb ?? Number.NaN, 'kB', undefined, 1),
    row('Users, JS + CSS until rows show', middle('shownKb'), 'kB', 195, 1),
    row('Users, with what it fetches ahead', middle('allKb'), 'kB', undefined, 1),
    row('first rows', middle('shownMs'), 'ms', 1200),
    row('whole list', middle('completeMs'), 'ms', 2500),
    row('longest task while the rest loads', middle('longestTaskMs'), 'ms', 120),
    row('list on the wire', middle('listMb'), 'MB', isLarge ? 1 : 0.8, 2),
    row(`heap with ${pace.users} users`, middle('heapMb'), 'MB', isLarge ? 15 : 12, 1),
    row('key press to painted result, median', ({ keys }) => median(keys), 'ms', isLarge ? 100 : 60),
    row('key press to painted result, p95', ({ keys }) => percentile(keys, 0.95), 'ms', isLarge ? 200 : 120),
  ];
}

/** Ours, and the server of `--against` if it is given. */
export async function signInBoth(browser: Browser, { startCanopy, pace }: Setup) {
  const ours = await signIn(browser, await startCanopy());
  const other = pace.against ? await signIn(browser, await startOther(resolve(pace.against), pace)) : null;
  return { ours, other, both: other ? [ours, other] : [ours] };
}

export async function signIn(browser: Browser, server: ServerProcess): Promise<Measured> {
  const login = await openPage(browser);
  await login.page.goto(`${server.url}/login`, { waitUntil: 'networkidle' });
  const loginCode = await inPage<Figures>(login.cdp, 'bench.code()');
  await login.page.getByLabel('Remember me').check();
  await login.page.getByPlaceholder('Enter email').fill(account.email);
  await login.page.getByPlaceholder('Enter password').fill(account.password);
  await login.page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await login.page.waitForURL('**/dashboard');
  const state = await login.context.storageState();
  await login.context.close();
  return { server, loginCode, state, visits: [], keys: [] };
}

/** By the names in web-probe.js; sizes as they come over the wire. */
export type Figures = Record<string, number>;
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

async function visitUsers(browser: Browser, { server, state, keys }: Measured): Promise<Figures> {
  const { context, page, cdp } = await openPage(browser, state);
  await slowDown(cdp);
  await page.goto(`${server.url}/users`);
  const loaded = await inPage<Figures>(cdp, 'bench.loaded()');
  const code = await inPage<Figures>(cdp, 'bench.code()');
  await pressKeys(page, cdp, keys);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await context.close();
  return { ...loaded, ...code, heapMb: usedSize / 1e6 };
}

async function pressKeys(page: Page, cdp: CDPSession, keys: number[]): Promise<void> {
  // Not through a locator: its script of 330 kB would be in the page's heap.
  await inPage(cdp, "document.querySelector('main input[type=search]').focus()");
  for (const key of typed.flatMap((word) => [...word, ...Array.from(word, () => 'Backspace')])) {
    await page.keyboard.press(key);
    const milliseconds = await inPage<number | null>(cdp, 'bench.keyPainted()');
    if (milliseconds !== null) keys.push(milliseconds);
  }
}

/** Through the protocol: the page's security policy forbids the `eval` that Playwright uses. */
export async function inPage<T>(cdp: CDPSession, expression: string): Promise<T> {
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', options);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}
