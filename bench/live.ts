import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { listUsers, updateUser } from '../contract/users.ts';
import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import { percentile } from '../faults/support/percentile.ts';
import { serverEnvironment } from '../scripts/lib/server-process.mjs';
import { recordChange } from '../server/kernel/changes/record-change.ts';
import { freePort } from '../server/testing/processes/free-port.ts';
import { type ServerProcess, startServer } from '../server/testing/processes/server-process.ts';
import { createClient } from '../server/testing/requests/client.ts';
import { openInside } from './inside.ts';
import type { Setup } from './setup.ts';
import { aim, atMost, median, type Row } from './table.ts';
import { signIn } from './web.ts';

/** Rows that change within a second, and in how many transactions. */
const changedRows = 1000;
const transactions = 100;

/** From the request that changes a row to its paint on another screen, which shows the list. */
export async function measureLive({ startCanopy, settings, pace }: Setup): Promise<Row[]> {
  if (!findChromium()) return [{ what: 'live', Canopy: 'no Chromium' }];
  const canopy = await startCanopy();
  const browser = await launchChromium();
  const { page, token } = await followUsers(browser, canopy);
  const painted = async (url: string) => {
    const api = createClient(url, token);
    const [user] = (await api.call(listUsers, { query: { limit: 1 } })).ok().users;
    if (!user) throw new Error('There is no user whose name could change.');
    const times: number[] = [];
    for (let change = 0; change < pace.rounds * 10; change++) {
      const full_name = `Change ${change} at ${new URL(url).port}`;
      const seen = page.evaluate<number>(whenPainted(full_name));
      const changedAt = Date.now();
      (await api.call(updateUser, { params: { id: user.id }, body: { full_name } })).ok();
      times.push((await seen) - changedAt);
      // A browser asks for changes once a second at most.
      await sleep(1_100);
    }
    return times;
  };
  const rows = rowsOf('on one server', await painted(canopy.url), 250);
  if (settings.DATABASE_URL) {
    const port = String(await freePort());
    const folder = join(settings.DATA_DIR, 'other');
    const env = serverEnvironment({ ...settings, PORT: port, DATA_DIR: folder });
    const other = await startServer({ env });
    rows.push(...rowsOf('across two servers', await painted(other.url), 400));
    await other.stop();
  }
  rows.push(...(await measureFrames(page, settings, token, canopy.url)));
  await browser.close();
  await canopy.stop();
  return rows;
}

function rowsOf(where: string, times: number[], most: number): Row[] {
  return [
    { what: `live: change to paint ${where}, median`, ...atMost(median(times), 'ms', most) },
    { what: `live: change to paint ${where}, p95`, ...atMost(percentile(times, 0.95), 'ms', most) },
  ];
}

/** Opens the list as an administrator. */
async function followUsers(browser: Browser, server: ServerProcess) {
  const { state } = await signIn(browser, server);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, storageState: state });
  const streaming = page.waitForResponse((answer) => answer.url().endsWith('/api/stream'));
  await page.goto(`${server.url}/users`);
  await streaming;
  await page.locator('[data-row]').first().waitFor();
  const session = await page.evaluate<string>("localStorage.getItem('canopy.session')");
  return { page, token: String(JSON.parse(session).access_token) };
}

/** The clock when the text has been painted. Both ends run on one computer. */
function whenPainted(text: string): string {
  return `new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('table')?.innerText.includes(${JSON.stringify(text)})) return false;
      watching.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
      return true;
    };
    const watching = new MutationObserver(look);
    watching.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  })`;
}

/** In the page: how long each frame took, for so long. */
const framesFor = (ms: number) => `new Promise((resolve) => {
  const frames = [];
  const until = performance.now() + ${ms};
  let last = performance.now();
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    if (now < until) requestAnimationFrame(frame);
    else resolve(frames.slice(1));
  };
  requestAnimationFrame(frame);
})`;

async function measureFrames(
  page: Page,
  settings: Setup['settings'],
  token: string,
  url: string,
): Promise<Row[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Longer than the pause after many rows.
  const watch = () => page.evaluate<number[]>(framesFor(8_000));
  await watch();
  const idle = await watch();
  const { users } = (await createClient(url, token).call(listUsers, { query: { limit: changedRows } })).ok();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/changes')) asked += 1;
  });
  const watching = watch();
  const tookMs = await changeAll(
    settings,
    users.map(({ id }) => id),
  );
  const frames = await watching;
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const longest = Math.max(...frames);
  return [
    {
      what: `live: longest frame at a quarter of the speed, ${users.length} rows in ${(tookMs / 1000).toFixed(1)} s`,
      Canopy: `${longest.toFixed(0)} ms`,
      bare: `${Math.max(...idle).toFixed(0)} ms`,
      aim: aim('≤ 100 ms', longest <= 100),
    },
    { what: 'live: requests for those changes', ...atMost(asked, '', 5) },
  ];
}

/** Within a second, if the computer can. */
async function changeAll(settings: Setup['settings'], ids: readonly string[]): Promise<number> {
  const inside = await openInside(settings);
  const { app } = inside;
  const { database } = app;
  const each = Math.ceil(ids.length / transactions);
  const startedAt = performance.now();
  for (let from = 0; from < ids.length; from += each) {
    const some = ids.slice(from, from + each);
    await database.write(async (tx) => {
      const updated_at = app.now().toISOString();
      const phone = `(518) 555-${String(from).padStart(4, '0')}`;
      await tx.updateTable('users').set({ phone, updated_at }).where('id', 'in', some).execute();
      for (const row_id of some)
        recordChange({ app, tx }, { list: 'users', row_id, act: 'put', audit_id: randomUUID() });
    });
    const planned = ((from + each) / ids.length) * 1000;
    await sleep(Math.max(0, planned - (performance.now() - startedAt)));
  }
  const tookMs = performance.now() - startedAt;
  await inside.close();
  return tookMs;
}
