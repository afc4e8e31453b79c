import { setTimeout as sleep } from 'node:timers/promises';
import { listUsers, updateUser } from '../contract/users.ts';
import { findChromium, launchChromium } from '../e2e/support/chromium.ts';
import { createClient } from '../server/testing/requests/client.ts';
import { admin, type Setup } from './setup.ts';
import { atMost, median, percentile, type Row } from './table.ts';

/** From the request that changes a row to its paint on another screen, which shows the list. */
export async function measureLive({ startCanopy, pace }: Setup): Promise<Row[]> {
  if (!findChromium()) return [{ what: 'live', Canopy: 'no Chromium' }];
  const canopy = await startCanopy();
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${canopy.url}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel('Remember me').check();
  await page.getByPlaceholder('Enter email').fill(admin.email);
  await page.getByPlaceholder('Enter password').fill(admin.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  const session = await page.evaluate<string>("localStorage.getItem('canopy.session')");
  const api = createClient(canopy.url, JSON.parse(session).access_token);
  const streaming = page.waitForResponse((answer) => answer.url().endsWith('/api/stream'));
  await page.goto(`${canopy.url}/users`);
  await streaming;
  await page.locator('[data-row]').first().waitFor();
  const [user] = (await api.call(listUsers, { query: { limit: 1 } })).ok().users;
  if (!user) throw new Error('There is no user whose name could change.');
  const painted: number[] = [];
  for (let change = 0; change < pace.rounds * 10; change++) {
    const name = `Change ${change}`;
    const seen = page.evaluate<number>(whenPainted(name));
    const changedAt = Date.now();
    (await api.call(updateUser, { params: { id: user.id }, body: { full_name: name } })).ok();
    painted.push((await seen) - changedAt);
    // A browser asks for changes once a second at most.
    await sleep(1_100);
  }
  await browser.close();
  await canopy.stop();
  return [
    { what: 'live: change to paint on another screen, median', ...atMost(median(painted), 'ms', 250) },
    { what: 'live: change to paint on another screen, p95', ...atMost(percentile(painted, 0.95), 'ms', 250) },
  ];
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
