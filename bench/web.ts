import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import type { Fixture } from './fixture.ts';
import type { Process } from './process.ts';
import { atMost, type Measure, median, percentile } from './report.ts';

const slowdown = 4;
const bytesPerSecond = 10e6 / 8;
const probe = readFileSync(new URL('./web-probe.js', import.meta.url), 'utf8');
const builtApp = resolve(import.meta.dirname, '../dist/web/index.html');

/** What somebody types to find a user: each key is measured. */
const typed = ['garcia', 'maria', '518555', 'northline', 'okafor', 'xu'];

/** The web app as a location's slow PC sees it: Chromium at a quarter of the speed, 10 Mbit/s. Aims: lists of 10,000. */
export async function measureWeb(fixture: Fixture, quick: boolean): Promise<Measure[]> {
  if (!findChromium()) return [{ what: 'not measured: no Chromium is installed here', canopy: '' }];
  if (!existsSync(builtApp)) return [{ what: 'not measured: the web app is not built', canopy: '' }];
  const canopy = await fixture.startCanopy();
  const browser = await launchChromium();
  try {
    const session = await signIn(browser, canopy, fixture);
    const visits: Visit[] = [];
    for (let visit = 0; visit < (quick ? 2 : 5); visit++)
      visits.push(await visitUsers(browser, canopy, session));
    return [
      {
        what: 'JavaScript + CSS until the login page shows',
        ...atMost(session.code.shownKilobytes, 'kB br', 115, 1),
      },
      { what: '… with what it fetches ahead', canopy: `${session.code.allKilobytes.toFixed(1)} kB br` },
      {
        what: 'JavaScript + CSS until the Users page shows rows',
        ...atMost(middle(visits, 'shownKilobytes'), 'kB br', 180, 1),
      },
      { what: '… with what it fetches ahead', canopy: `${middle(visits, 'allKilobytes').toFixed(1)} kB br` },
      { what: 'address typed to first rows', ...atMost(middle(visits, 'firstRowsMs'), 'ms', 1200) },
      { what: 'address typed to the whole list', ...atMost(middle(visits, 'completeMs'), 'ms', 2500) },
      { what: 'longest task while the rest loads', ...atMost(middle(visits, 'longestTaskMs'), 'ms', 120) },
      { what: 'list on the wire', ...atMost(middle(visits, 'listMegabytes'), 'MB', 0.8, 2) },
      { what: 'heap with 10,000 users', ...atMost(middle(visits, 'heapMegabytes'), 'MB', 10, 1) },
      ...keyMeasures(visits.flatMap((visit) => visit.keysMs)),
    ];
  } finally {
    await browser.close();
    await canopy.stop();
  }
}

function keyMeasures(keys: number[]): Measure[] {
  return [
    {
      what: `key press to painted result, p50 of ${keys.length}`,
      ...atMost(percentile(keys, 0.5), 'ms', 60),
    },
    { what: 'key press to painted result, p95', ...atMost(percentile(keys, 0.95), 'ms', 120) },
  ];
}

interface Code {
  /** Taken until the page shows what it is for. */
  shownKilobytes: number;
  allKilobytes: number;
}

interface Session {
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
  code: Code;
}

/** Over the login page, at full speed. What the page weighs is seen on the way. */
async function signIn(browser: Browser, canopy: Process, { admin }: Fixture): Promise<Session> {
  const { context, page, cdp } = await openPage(browser);
  await page.goto(`${canopy.url}/login`, { waitUntil: 'networkidle' });
  const { codeBytes } = await inPage<Shown>(cdp, 'bench.shown()');
  const allBytes = await inPage<number>(cdp, 'bench.codeBytes()');
  await page.getByLabel('Remember me').check();
  await page.getByPlaceholder('Enter email').fill(admin.email);
  await page.getByPlaceholder('Enter password').fill(admin.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  const state = await context.storageState();
  await context.close();
  return { state, code: { shownKilobytes: codeBytes / 1000, allKilobytes: allBytes / 1000 } };
}

/** A browser with an empty cache. The probe comes through the protocol, to which the page's security policy does not apply. */
async function openPage(browser: Browser, state?: Session['state']) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Page.enable');
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: probe });
  return { context, page, cdp };
}

interface Shown {
  shownMs: number;
  codeBytes: number;
}

interface Loaded {
  completeMs: number;
  longestTaskMs: number;
  listBytes: number;
}

interface Visit extends Code {
  firstRowsMs: number;
  completeMs: number;
  longestTaskMs: number;
  listMegabytes: number;
  heapMegabytes: number;
  keysMs: number[];
}

/** A user who is signed in types the address of the Users page. */
async function visitUsers(browser: Browser, canopy: Process, session: Session): Promise<Visit> {
  const { context, page, cdp } = await openPage(browser, session.state);
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await page.goto(`${canopy.url}/users`);
  const { shownMs, codeBytes } = await inPage<Shown>(cdp, 'bench.shown()');
  const { completeMs, longestTaskMs, listBytes } = await inPage<Loaded>(cdp, 'bench.loaded()');
  const allBytes = await inPage<number>(cdp, 'bench.codeBytes()');
  const keysMs = await measureKeys(page, cdp);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const heapMegabytes = await measureHeap(cdp);
  await context.close();
  return {
    shownKilobytes: codeBytes / 1000,
    allKilobytes: allBytes / 1000,
    firstRowsMs: shownMs,
    completeMs,
    longestTaskMs,
    listMegabytes: listBytes / 1e6,
    heapMegabytes,
    keysMs,
  };
}

async function measureKeys(page: Page, cdp: CDPSession): Promise<number[]> {
  const keys: number[] = [];
  // Not through a locator: it would leave the driver's own script of 330 kB, and what that makes, in the page's heap.
  await inPage(cdp, "document.querySelector('main input[type=search]').focus()");
  const press = async (key: string) => {
    await inPage(cdp, 'bench.expectKey()');
    await page.keyboard.press(key);
    const milliseconds = await inPage<number | null>(cdp, 'bench.keyPainted()');
    if (milliseconds !== null) keys.push(milliseconds);
  };
  for (const word of typed) {
    for (const letter of word) await press(letter);
    for (const _ of word) await press('Backspace');
  }
  return keys;
}

async function measureHeap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** Evaluated through the protocol: the page's own `eval` is closed by its security policy. */
async function inPage<T>(cdp: CDPSession, expression: string): Promise<T> {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

function middle(visits: Visit[], name: Exclude<keyof Visit, 'keysMs'>): number {
  return median(visits.map((visit) => visit[name]));
}
