import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresCluster, startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { freePort } from '../server/testing/processes/free-port.ts';
import * as chain from './support/chain.ts';
import { Instance } from './support/instance.ts';
import { countFailures, type Load, startLoad } from './support/load.ts';
import { checkEveryMs, startDatabaseProxy } from './support/proxies.ts';
import type { Report } from './support/report.ts';

/** Two servers on a primary with a synchronous standby, behind an address that follows the primary. */
export async function failover(report: Report): Promise<void> {
  const primary = await startPostgresCluster({ isDurable: true });
  const standby = await startPostgresCluster({ isDurable: true, standbyOf: primary.url });
  const guards = await Promise.all([guard(primary), guard(standby)]);
  const port = await freePort();
  const backends = [primary, standby].map(({ url }, n) => ({
    name: n === 0 ? 'primary' : 'standby',
    port: Number(new URL(url).port),
    checkPort: guards[n]?.port ?? 0,
  }));
  const proxy = startDatabaseProxy(port, backends);
  const address = primary.url.replace(/:\d+\//, `:${port}/`);
  const env = {
    PUBLIC_URL: 'http://localhost',
    SECRET_KEY: 'the same key for both of the servers',
    DATABASE_POOL_SIZE: '8',
  };
  const servers = [
    await Instance.make('one', { ...env, DATABASE_URL: address }),
    await Instance.make('two', { ...env, DATABASE_URL: address }),
    await Instance.make('lost', { ...env, DATABASE_URL: standby.url }),
  ] as const;
  try {
    await chain.query(primary.url, "alter system set synchronous_standby_names = '*'");
    await chain.query(primary.url, 'select pg_reload_conf()');
    await sleep(2 * checkEveryMs);
    await failOver(report, { primary, standby, servers });
  } finally {
    for (const one of servers) await one.end('SIGKILL');
    await proxy.stop();
    for (const { server } of guards) server.close();
    await standby.stop();
    await primary.stop();
  }
}

interface Setup {
  primary: PostgresCluster;
  standby: PostgresCluster;
  servers: readonly [Instance, Instance, Instance];
}

async function failOver(report: Report, { primary, standby, servers: [one, two, lost] }: Setup) {
  await one.start();
  await two.start();
  const refusal = await lost.start().then(
    () => 'It started.',
    (error: Error) => error.message,
  );
  report.check(`a server with the address of the standby: ${refusal}`, refusal.includes('is a standby.'));
  const [state] = await chain.query<{ sync_state: string }>(
    primary.url,
    'select sync_state from pg_stat_replication',
  );
  report.check(`the standby is ${state?.sync_state}`, state?.sync_state === 'sync');

  const token = await chain.signUp(one.url);
  const ids = await chain.addUsers(one.url, token, 300);
  const run = await chain.startRun(one.url, token, ids);
  const ends = [one, two].map(({ url }) => startLoad(url, token));
  await chain.readRun(one.url, token, run, ({ done }) => done >= 20);
  await primary.kill();
  report.note('The primary was killed under load, with a run at work.');
  const duringOutage = await one.readiness();
  report.check(`/readyz answers ${duringOutage} meanwhile`, duringOutage === 503);
  await sleep(1000);
  await chain.query(standby.url, 'select pg_promote()');
  const promotedAt = performance.now();
  while ((await one.readiness()) !== 200 || (await two.readiness()) !== 200) {
    if (performance.now() - promotedAt > 60_000)
      throw new Error('The servers did not reconnect within a minute.');
    await sleep(50);
  }
  const seconds = (performance.now() - promotedAt) / 1000;
  report.check(
    `both servers are ready ${seconds.toFixed(1)} s after the standby was promoted`,
    seconds <= 10,
  );
  await sleep(3000);
  const loads = await Promise.all(ends.map((end) => end()));
  await checkLoads(report, standby, loads);
  const { state: end } = await chain.readRun(one.url, token, run, (found) => found.state !== 'applying');
  const [entries] = await chain.query<{ count: number; subjects: number }>(
    standby.url,
    `select count(*)::int as count, count(distinct subject_id)::int as subjects from audit_entries
     where run_id = $1 and subject_type = 'user'`,
    [run],
  );
  report.check(
    `the run is ${end}, with ${entries?.count} audit entries for ${entries?.subjects} of ${ids.length} users`,
    end === 'done' && entries?.count === ids.length && entries.subjects === ids.length,
  );
}

async function checkLoads(report: Report, standby: PostgresCluster, loads: readonly Load[]) {
  const failed = loads.flatMap((load) => load.failed);
  const acknowledged = loads.flatMap((load) => load.acknowledged);
  const requests = loads.reduce((sum, load) => sum + load.requests, 0);
  const gapMs = Math.max(...loads.map(({ longestGapMs }) => longestGapMs));
  report.check(
    `${requests} requests, failed: ${countFailures(failed)}`,
    failed.every((what) => what.endsWith(' 503')),
  );
  report.note(`The longest time without a saved change was ${(gapMs / 1000).toFixed(1)} s.`);
  const lost = await chain.countMissing(standby.url, acknowledged);
  report.check(
    `${lost} of ${acknowledged.length} acknowledged changes lost`,
    lost === 0 && acknowledged.length > 0,
  );
}

/** Says over HTTP whether a PostgreSQL is the primary, as Patroni does. */
async function guard({ url }: PostgresCluster): Promise<{ server: Server; port: number }> {
  const server = createServer(async (_request, response) => {
    const rows = await chain
      .query<{ is_standby: boolean }>(url, 'select pg_is_in_recovery() as is_standby')
      .catch(() => []);
    response.writeHead(rows[0]?.is_standby === false ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
