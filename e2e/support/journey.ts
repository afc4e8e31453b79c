import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/databases/postgres-cluster.ts';
import { launchChromium, shortLived } from './chromium.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { followRequests } from './quiet.ts';
import { type RunningServer, startJourneyServer } from './server.ts';
import { type Watch, watch } from './watch.ts';

const failureFolder = resolve(import.meta.dirname, '../../dist/e2e-failures');

export interface User {
  context: BrowserContext;
  page: Page;
  /** Problems that the browser reported. The test fails at its end unless this is empty. */
  watch: Watch;
}

export interface Journey extends User {
  server: RunningServer;
  mailbox: Mailbox;
  /** Another user, in a separate browser. */
  addUser(): Promise<User>;
  /** Stops or kills the server, and starts it again with the same data on the same port. */
  restartServer(how?: 'stop' | 'kill'): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  /** SQLite, unless TEST_DIALECT says that all journeys run on PostgreSQL. */
  database?: 'sqlite' | 'postgres';
  /** Shares one server and its data with the other journeys of the file that set this. None of them may stop it. */
  isShared?: boolean;
}

const defaultDatabase = process.env.TEST_DIALECT === 'postgres' ? 'postgres' : 'sqlite';

/** One browser for all files of a worker. Each user gets a context of their own, which shares nothing with others. */
let browser: Browser | null = null;
let shared: Started | null = null;

interface Started {
  server: RunningServer;
  settings: Record<string, string>;
  /** Its own database on PostgreSQL. */
  postgres: TestDatabase | null;
}

/** Runs at the end of each file. */
export async function stopSharedServer(): Promise<void> {
  if (shared) await remove(shared.server, shared.postgres);
  shared = null;
}

async function start({ env = {}, database = defaultDatabase }: Options): Promise<Started> {
  const postgres = database === 'postgres' ? await createTestDatabase() : null;
  const settings = { ...env, ...(postgres && { DATABASE_URL: postgres.url }) };
  return { server: await startJourneyServer({ env: settings }), settings, postgres };
}

async function remove(server: RunningServer, postgres: TestDatabase | null): Promise<void> {
  await server.stop();
  rmSync(server.dataDir, { recursive: true, force: true });
  await postgres?.drop();
}

/**
 * Starts a server with fresh data and a user in a browser, where relative URLs lead to that server. Both end with the
 * test, which fails if a browser reported a problem. A failed test prints the texts of its pages and leaves their
 * pictures in dist/e2e-failures. Call it inside a test.
 */
export async function startJourney({ isShared = false, ...options }: Options = {}): Promise<Journey> {
  const started = (isShared && shared) || (await start(options));
  if (isShared) shared = started;
  const { settings, postgres } = started;
  let { server } = started;
  const ownBrowser = browser?.isConnected() ? browser : await launchChromium(shortLived);
  browser = ownBrowser;
  const users: User[] = [];

  const addUser = async () => {
    const user = await openContext(ownBrowser, server.url);
    users.push(user);
    return user;
  };
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      console.error(server.output());
      for (const [index, { page }] of users.entries()) await keepPage(page, `${task.name} ${index + 1}`);
    }
    const problems = users.flatMap((user) => user.watch.problems);
    await Promise.all(users.map(({ context }) => context.close()));
    if (!isShared) await remove(server, postgres);
    expect(problems, 'what the browsers complained about').toEqual([]);
  });
  return {
    ...(await addUser()),
    get server() {
      return server;
    },
    mailbox: openMailbox(server.dataDir),
    addUser,
    async restartServer(how = 'stop') {
      await server[how]();
      server = await startJourneyServer({ env: settings, dataDir: server.dataDir, port: server.port });
    },
  };
}

async function openContext(browser: Browser, url: string): Promise<User> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    // Without transitions, because axe and the pictures would depend on the moment.
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  // Generous: a busy machine must not make a passing test fail.
  context.setDefaultTimeout(120_000);
  followRequests(context);
  const watched = await watch(context);
  return { context, page: await context.newPage(), watch: watched };
}

/** Its texts are printed, because pictures do not leave the machine on which the tests run. */
async function keepPage(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return;
  const texts = await page.evaluate<string>('document.body.innerText').catch(String);
  console.error(`${name}: ${page.url()}\n${texts.slice(0, 4000)}`);
  mkdirSync(failureFolder, { recursive: true });
  await page.screenshot({ path: join(failureFolder, `${name.replace(/\W+/g, '-')}.png`) });
}
