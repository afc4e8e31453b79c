import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { createUser } from '../contract/users.ts';
import { launchChromium } from '../e2e/support/chromium.ts';
import { runProgram } from '../scripts/test/part.ts';
import { type PostgresCluster, startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { createClient } from '../server/testing/requests/client.ts';
import * as chain from './support/chain.ts';
import { Instance } from './support/instance.ts';
import { countFailures, startLoad } from './support/load.ts';
import type { Report } from './support/report.ts';

const nothingSaved = 'The database does not answer right now. Nothing was saved; try again.';
/** By itself, without a reload, after the database is back. */
const recoveredWithinMs = 35_000;

/** The database is away for half a minute while users look at lists, save a form and open a page. */
export async function outage(report: Report, args: string[]): Promise<void> {
  const at = args.indexOf('--seconds');
  const seconds = at < 0 ? 30 : Number(args[at + 1]);
  const built = await runProgram(['scripts/build.mjs']);
  if (built.code !== 0) throw new Error(built.output);
  const cluster = await startPostgresCluster({ isDurable: true });
  const server = await Instance.make('one', {
    PUBLIC_URL: 'http://localhost',
    RATE_LIMITS: 'off',
    DATABASE_URL: cluster.url,
  });
  const browser = await launchChromium();
  try {
    await server.start();
    await away(report, { cluster, server, browser, seconds });
  } finally {
    await browser.close();
    await server.end('SIGKILL');
    await cluster.stop();
  }
}

interface Setup {
  cluster: PostgresCluster;
  server: Instance;
  browser: Browser;
  seconds: number;
}

async function away(report: Report, { cluster, server, browser, seconds }: Setup) {
  const token = await chain.signUp(server.url);
  const api = createClient(server.url, token);
  const add = async (full_name: string) => {
    const email = `${full_name.replace(' ', '.')}@northline.example`;
    return (await api.call(createUser, { body: { email, full_name } })).ok().id;
  };
  const eva = await add('Eva Employee');
  const context = await browser.newContext({ baseURL: server.url });
  context.setDefaultTimeout(recoveredWithinMs);
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  const list = await open('/login');
  await list.getByRole('textbox', { name: 'Email' }).fill(chain.account.email);
  await list.getByRole('textbox', { name: 'Password' }).fill(chain.account.password);
  await list.getByRole('button', { name: 'Sign In' }).click();
  await list.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await list.goto('/users');
  await rowOf(list, 'Eva Employee').waitFor();
  const form = await open(`/users?dialog=edit&id=${eva}`);
  const phone = form.getByRole('dialog').getByRole('textbox', { name: 'Phone' });
  await phone.fill('(518) 555-0199');
  const reader = await open('/dashboard');
  await reader.getByRole('heading', { name: 'Dashboard' }).waitFor();
  // The stream is opened when the browser is idle.
  await add('Nina Now');
  await rowOf(list, 'Nina Now').waitFor();

  const endLoad = startLoad(server.url, token, 4);
  await sleep(1000);
  const awayAt = performance.now();
  await cluster.halt();
  report.note('The database was stopped.');
  report.check('/readyz answers 503 meanwhile', (await server.readiness()) === 503);
  await sleep(2000);
  const save = () =>
    form
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Update)/ })
      .click();
  await save();
  const refusal = form.getByRole('dialog').getByText(nothingSaved);
  report.check(`the form says: ${nothingSaved}`, await appears(refusal));
  await reader.getByRole('link', { name: 'Audit' }).first().click();
  const retry = reader.getByRole('button', { name: 'Try again' });
  const says = await appears(retry);
  const sentence = says ? await retry.locator('xpath=..').innerText() : 'nothing';
  report.check(`a page that opens meanwhile says: ${sentence.replace(/\s+/g, ' ')}`, says);
  const late = await open('/users');
  await sleep(5000);
  const lateText = (await late.locator('body').innerText()).replace(/\s+/g, ' ').slice(0, 160);
  report.note(`A tab that is opened meanwhile says: ${lateText}`);
  await sleep(Math.max(0, seconds * 1000 - (performance.now() - awayAt)));
  report.check(
    'the list still shows its rows, and what was typed is there',
    (await list.getByRole('row').count()) > 5 && (await phone.inputValue()) === '(518) 555-0199',
  );

  await cluster.start();
  const backAt = performance.now();
  report.note(`The database is back after ${((backAt - awayAt) / 1000).toFixed(1)} s.`);
  const since = () => `${((performance.now() - backAt) / 1000).toFixed(1)} s`;
  while ((await server.readiness()) !== 200) {
    if (performance.now() - backAt > recoveredWithinMs) throw new Error('/readyz stays at 503.');
    await sleep(50);
  }
  report.check(`/readyz answers 200 after ${since()}`, performance.now() - backAt < 10_000);
  await save();
  const closed = form.getByRole('dialog').waitFor({ state: 'hidden' });
  report.check(`the form saves when it is tried again, after ${since()}`, await settles(closed));
  // Its new users would push out those that the tabs wait for.
  await sleep(1000);
  const load = await endLoad();
  await add('Otto Outage');
  const shown = await appears(rowOf(list, 'Otto Outage'));
  report.check(`the list shows what others change without a reload, after ${since()}`, shown);
  if (says) await retry.click().catch(() => undefined);
  const entry = reader.getByText(/Otto Outage/).first();
  report.check(`the page that failed shows its rows, after ${since()}`, await appears(entry));
  report.check(
    `the tab that was opened meanwhile shows its rows by itself, after ${since()}`,
    await appears(late.getByRole('row').filter({ hasText: 'northline.example' }).first()),
  );
  await add('Zoe Zelkova');
  const follows = await appears(rowOf(late, 'Zoe Zelkova'));
  report.check(`and follows the changes of others, after ${since()}`, follows);
  report.check(
    `${load.requests} requests, failed: ${countFailures(load.failed)}`,
    load.failed.every((what) => what.endsWith(' 503')),
  );
  const lost = await chain.countMissing(cluster.url, load.acknowledged);
  report.check(`${lost} of ${load.acknowledged.length} acknowledged changes lost`, lost === 0);
  const phones = await chain.query<{ phone: string }>(cluster.url, 'select phone from users where id = $1', [
    eva,
  ]);
  report.check(`the form was saved: ${phones[0]?.phone}`, phones[0]?.phone === '(518) 555-0199');
  const paths = [list, form, reader].map((page) => new URL(page.url()).pathname);
  report.check(`nobody was signed out: ${paths.join(', ')}`, !paths.includes('/login'));
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

function settles(wait: Promise<unknown>): Promise<boolean> {
  return wait.then(
    () => true,
    () => false,
  );
}

const appears = (what: { waitFor: () => Promise<void> }) => settles(what.waitFor());
