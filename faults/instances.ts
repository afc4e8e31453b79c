import { setTimeout as sleep } from 'node:timers/promises';
import { sendInvitation } from '../contract/invitations.ts';
import { getUser } from '../contract/users.ts';
import { startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { freePort } from '../server/testing/processes/free-port.ts';
import { startMailCatcher } from '../server/testing/processes/mail-catcher.ts';
import { createClient } from '../server/testing/requests/client.ts';
import * as chain from './support/chain.ts';
import { Instance } from './support/instance.ts';
import { countFailures, startLoad } from './support/load.ts';
import { checkEveryMs, startHttpProxy } from './support/proxies.ts';
import type { Report } from './support/report.ts';

/** The limit of wrong passwords for one account (server/features/auth/protocol/limits.service.ts). */
const wrongPasswords = 10;

interface Setup {
  report: Report;
  /** Through haproxy. */
  url: string;
  token: string;
  database: string;
  all: [Instance, Instance, Instance];
  receivers(): string[];
}

/** Three servers behind haproxy on one PostgreSQL. */
export async function instances(report: Report): Promise<void> {
  const cluster = await startPostgresCluster({ isDurable: true });
  const mailbox = await startMailCatcher();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const make = (name: string) =>
    Instance.make(name, {
      // So that PostgreSQL says who asks.
      DATABASE_URL: `${cluster.url}?application_name=${name}`,
      PUBLIC_URL: url,
      SECRET_KEY: 'the same key for all three instances',
      SMTP_URL: `smtp://${mailbox.address}`,
      SHUTDOWN_DELAY_SECONDS: '1',
      DATABASE_POOL_SIZE: '8',
    });
  const all: Setup['all'] = [await make('one'), await make('two'), await make('three')];
  const proxy = startHttpProxy(port, all);
  try {
    await Promise.all(all.map((instance) => instance.start()));
    const migrated = all.flatMap((instance) =>
      instance.messages().filter((message) => message.startsWith('Applied ')),
    );
    report.check(
      `three first starts at one moment: ${migrated.join(', ') || 'nothing applied'}`,
      migrated.length === 1,
    );
    await sleep(2 * checkEveryMs);
    const token = await chain.signUp(url);
    const receivers = () => mailbox.received.flatMap(({ to }) => to);
    const setup: Setup = { report, url, token, database: cluster.url, all, receivers };
    await checkSessionsAndLimits(setup);
    await checkEmails(setup);
    await checkRollingRestart(setup);
    await checkKill(setup);
    await checkRun(setup);
  } finally {
    for (const instance of all) await instance.end('SIGKILL');
    await proxy.stop();
    await mailbox.close();
    await cluster.stop();
  }
}

async function checkSessionsAndLimits({ report, url, token, all }: Setup) {
  const profiles = await Promise.all(
    all.map((one) => createClient(one.url, token).raw('GET', '/api/profile')),
  );
  report.check(
    'one sign-in is valid at each',
    profiles.every(({ status }) => status === 200),
  );
  const [first, second] = all;
  const other = await chain.signIn(first.url);
  await createClient(second.url, other).raw('POST', '/auth/v1/logout?scope=local', {});
  const after = await createClient(first.url, other).raw('GET', '/api/profile');
  report.check(`a sign-out at one is a sign-out at the others (${after.status})`, after.status === 401);
  const answers: number[] = [];
  while (answers.at(-1) !== 429 && answers.length < 3 * wrongPasswords)
    answers.push(await chain.signInWrongly(url, 'someone@northline.example'));
  const tries = answers.filter((status) => status !== 429).length;
  report.check(`${tries} wrong passwords through the proxy, then 429`, tries <= wrongPasswords);
}

async function checkEmails({ report, url, token, receivers }: Setup) {
  const ids = await chain.addUsers(url, token, 20);
  const client = createClient(url, token);
  const emails: string[] = [];
  for (const id of ids) {
    emails.push((await client.call(getUser, { params: { id } })).ok().email);
    (await client.call(sendInvitation, { params: { id }, body: { by: 'mail' } })).ok();
  }
  const count = () => receivers().filter((to) => emails.includes(to)).length;
  for (let waited = 0; count() < emails.length && waited < 200; waited++) await sleep(50);
  // Each server looks for due emails every ten seconds.
  await sleep(11_000);
  report.check(`20 invitations, ${count()} emails`, count() === 20 && new Set(receivers()).size >= 20);
}

async function checkRollingRestart({ report, url, token, all, database }: Setup) {
  const endLoad = startLoad(url, token);
  for (const instance of all) {
    await instance.end('SIGTERM');
    await instance.start();
    await sleep(2 * checkEveryMs);
  }
  const { requests, failed, acknowledged } = await endLoad();
  report.check(
    `restart of each under load: ${requests} requests, ${acknowledged.length} changes, failed: ${countFailures(failed)}`,
    failed.length === 0,
  );
  const lost = await chain.countMissing(database, acknowledged);
  report.check(`${lost} acknowledged changes lost`, lost === 0);
}

async function checkKill({ report, url, token, all, database }: Setup) {
  const endLoad = startLoad(url, token);
  for (const instance of all.slice(1)) {
    await sleep(500);
    await instance.end('SIGKILL');
    await sleep(500);
    await instance.start();
    await sleep(2 * checkEveryMs);
  }
  const { requests, failed, acknowledged } = await endLoad();
  report.note(`SIGKILL of two under load: ${requests} requests, failed: ${countFailures(failed)}`);
  const lost = await chain.countMissing(database, acknowledged);
  report.check(`${lost} of ${acknowledged.length} acknowledged changes lost`, lost === 0);
}

/** Kills the instance that works on a run, and waits until the run goes on. */
async function checkRun({ report, url, token, all, database }: Setup) {
  const ids = await chain.addUsers(url, token, 400);
  const id = await chain.startRun(url, token, ids);
  await chain.readRun(url, token, id, (run) => run.done >= 30);
  const worker = await findWorker(all, database);
  await worker.end('SIGKILL');
  const killedAt = performance.now();
  const doneAtKill = await countDone(database, id);
  while ((await countDone(database, id)) === doneAtKill) {
    if (performance.now() - killedAt > 60_000) throw new Error('The run did not go on within a minute.');
    await sleep(50);
  }
  const seconds = (performance.now() - killedAt) / 1000;
  report.check(
    `the server that applied a run was killed after ${doneAtKill} of ${ids.length} lines: another went on after ${seconds.toFixed(1)} s`,
    seconds <= 10 && doneAtKill < ids.length,
  );
  const { state } = await chain.readRun(url, token, id, (run) => run.state !== 'applying');
  const [entries] = await chain.query<{ entries: number; subjects: number }>(
    database,
    `select count(*)::int as entries, count(distinct subject_id)::int as subjects from audit_entries
     where run_id = $1 and subject_type = 'user'`,
    [id],
  );
  report.check(
    `the run is ${state}, with ${entries?.entries} audit entries for ${entries?.subjects} users`,
    state === 'done' && entries?.entries === ids.length && entries.subjects === ids.length,
  );
}

/** A look between two lines finds none: it sees the last statement of each connection. */
async function findWorker(all: Setup['all'], database: string) {
  for (let look = 0; look < 200; look++) {
    const [last] = await chain.query<{ name: string }>(
      database,
      `select application_name as name from pg_stat_activity
       where query like '%run_lines%' and application_name in ('one', 'two', 'three') order by state_change desc limit 1`,
    );
    const worker = all.find((instance) => instance.name === last?.name);
    if (worker) return worker;
  }
  throw new Error('No server works on the run.');
}

async function countDone(database: string, id: string): Promise<number> {
  const rows = await chain.query<{ count: number }>(
    database,
    'select count(*)::int as count from run_lines where run_id = $1 and result is not null',
    [id],
  );
  return rows[0]?.count ?? 0;
}
