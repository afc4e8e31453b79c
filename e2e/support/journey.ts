import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../server/testing/databases/postgres-cluster.ts';
import { launchChromium } from './chromium.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { type RunningServer, startServer } from './server.ts';
import { type Watch, watch } from './watch.ts';

const failureFolder = resolve(import.meta.dirname, '../../dist/e2e-failures');

export interface User {
  context: BrowserContext;
  page: Page;
  /** Fails the test at its end unless it stays empty. */
  watch: Watch;
}

export interface Journey extends User {
  server: RunningServer;
  mailbox: Mailbox;
  /** Somebody else, at another computer. */
  addUser(): Promise<User>;
  /** Stops the server, or kills it, and starts it again over the same data on the same port. */
  restartServer(how?: 'stop' | 'kill'): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  database?: 'sqlite' | 'postgres';
  /**
   * The server of the other journeys of the file that say so, with what they left there: for those that need no fresh
   * data. None of them stops it.
   */
  isShared?: boolean;
}

/** One for all files of a worker, with which it ends: the users in front of it share nothing, as at computers of their own. */
let browser: Browser | null = null;
let shared: RunningServer | null = null;

/** For the end of each file. */
export async function stopSharedServer(): Promise<void> {
  if (shared) await remove(shared);
  shared = null;
}

async function remove(server: RunningServer): Promise<void> {
  await server.stop();
  rmSync(server.dataDir, { recursive: true, force: true });
}

/**
 * A server over fresh data and a user in front of a browser; relative addresses lead to that server.
 * Both go when the test ends, which fails it if a browser complained. A failed test leaves its pictures in
 * dist/e2e-failures. Call it inside a test.
 */
export async function startJourney({
  env = {},
  database = 'sqlite',
  isShared = false,
}: Options = {}): Promise<Journey> {
  const postgres = database === 'postgres' ? await createTestDatabase() : null;
  const settings = { ...env, ...(postgres && { DATABASE_URL: postgres.url }) };
  let server = (isShared && shared) || (await startServer({ env: settings }));
  if (isShared) shared = server;
  const ownBrowser = browser?.isConnected() ? browser : await launchChromium();
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
      await Promise.all(users.map(({ page }, index) => keepPicture(page, `${task.name} ${index + 1}`)));
    }
    const problems = users.flatMap((user) => user.watch.problems);
    await Promise.all(users.map(({ context }) => context.close()));
    if (!isShared) await remove(server);
    await postgres?.drop();
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
      server = await startServer({ env: settings, dataDir: server.dataDir, port: server.port });
    },
  };
}

async function openContext(browser: Browser, url: string): Promise<User> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    // Colors in transition would make axe and the pictures depend on the moment.
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  // Generous: a busy machine must not make a passing test fail.
  context.setDefaultTimeout(60_000);
  const watched = await watch(context);
  return { context, page: await context.newPage(), watch: watched };
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return;
  mkdirSync(failureFolder, { recursive: true });
  await page.screenshot({ path: join(failureFolder, `${name.replace(/\W+/g, '-')}.png`) });
}
