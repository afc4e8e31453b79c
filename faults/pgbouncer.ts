import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { startCommand } from '../server/testing/processes/commands.ts';
import { freePort } from '../server/testing/processes/free-port.ts';
import * as chain from './support/chain.ts';
import { Instance } from './support/instance.ts';
import { countFailures, startLoad } from './support/load.ts';
import { findProgram, type Program, startProgram, temporaryFolder } from './support/program.ts';
import type { Report } from './support/report.ts';

const user = 'canopy';
const secretKey = 'the same key for both of the servers';

/** Two servers on one PostgreSQL, through PgBouncer in transaction mode with fewer sessions than they have connections. */
export async function pgbouncer(report: Report): Promise<void> {
  findProgram('pgbouncer');
  const cluster = await startPostgresCluster({ isDurable: true });
  const running: { stop(): Promise<void> }[] = [cluster];
  try {
    await chain.query(cluster.url, `create role ${user} login`);
    await chain.query(cluster.url, `create database ${user} owner ${user}`);
    const direct = cluster.url.replace('postgres@', `${user}@`).replace(/postgres$/, user);
    const careless = await startPooler(
      direct,
      'ignore_startup_parameters = options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
    );
    const pooler = await startPooler(direct);
    running.unshift(careless, pooler);
    const env = { SECRET_KEY: secretKey, SHUTDOWN_DELAY_SECONDS: '0' };
    const off = { ...env, DATABASE_PREPARED: 'off', DATABASE_DIRECT_URL: direct };
    const refusalOf = async (settings: Record<string, string>) => {
      const instance = await Instance.make('refused', settings);
      running.unshift({ stop: () => instance.end('SIGKILL') });
      return instance.start().then(
        () => 'It started.',
        (error: Error) => error.message,
      );
    };
    const refused = await refusalOf({ ...env, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct });
    report.check(
      `without DATABASE_PREPARED=off: ${refused}`,
      /is behind a pooler: .* Set DATABASE_PREPARED=off/.test(refused),
    );
    const dropped = await refusalOf({ ...env, DATABASE_URL: careless.url, DATABASE_DIRECT_URL: direct });
    report.check(
      `a pooler that drops settings: ${dropped}`,
      /a pooler that drops the settings of a session/.test(dropped),
    );
    const missing = await refusalOf({ ...off, DATABASE_URL: pooler.url });
    const statements = missing.match(/alter role [^;]+;/g) ?? [];
    report.check(`without settings of the role: ${missing}`, statements.length === 4);
    for (const statement of statements) await chain.query(direct, statement);
    await careless.stop();
    await pooler.stop();

    const fresh = await startPooler(direct);
    running.unshift(fresh);
    await serve(report, { pooled: fresh.url, direct, env: { ...off, DATABASE_URL: fresh.url }, running });
  } finally {
    for (const one of running) await one.stop();
  }
}

interface Pooled {
  pooled: string;
  direct: string;
  env: Record<string, string>;
  running: { stop(): Promise<void> }[];
}

async function serve(report: Report, { pooled, direct, env, running }: Pooled) {
  const [one, two] = [await Instance.make('one', env), await Instance.make('two', env)];
  running.unshift(...[one, two].map((instance) => ({ stop: () => instance.end('SIGKILL') })));
  await one.start();
  await two.start();
  report.check('two servers with 32 connections start over 8 sessions', true);
  const token = await chain.signUp(one.url);
  const endLoad = startLoad(one.url, token, 16);
  const ids = await chain.addUsers(one.url, token, 100);
  const id = await chain.startRun(one.url, token, ids);
  const { state } = await chain.readRun(one.url, token, id, (run) => run.state !== 'applying');
  report.check(`a run of ${ids.length} lines is ${state}`, state === 'done');
  await sleep(5000);
  const { requests, failed, acknowledged } = await endLoad();
  report.check(
    `16 clients: ${requests} requests, ${acknowledged.length} changes, failed: ${countFailures(failed)}`,
    failed.length === 0,
  );
  const lost = await chain.countMissing(direct, acknowledged);
  report.check(`${lost} acknowledged changes lost`, lost === 0);
  const sessions = await chain.query<{ count: number }>(
    direct,
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  report.check(`PostgreSQL has ${sessions[0]?.count} sessions`, (sessions[0]?.count ?? 99) <= 8);
  const named = await chain.query<{ count: number }>(
    pooled,
    'select count(*)::int as count from pg_prepared_statements',
  );
  report.check(`${named[0]?.count} statements have a name`, named[0]?.count === 0);
  const { stdout } = await startCommand('backup', { ...env, DATA_DIR: temporaryFolder() });
  report.check(`a backup goes around it: ${stdout.trim().split('\n')[0]}`, stdout.includes('backup-'));
}

async function startPooler(direct: string, more = ''): Promise<Program & { url: string }> {
  const folder = temporaryFolder();
  const port = await freePort();
  const { port: databasePort } = new URL(direct);
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${user}" ""\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${user} = host=127.0.0.1 port=${databasePort} dbname=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
${more}
`,
  );
  // As root it refuses to run.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = startProgram(findProgram('pgbouncer'), [...as, join(folder, 'pgbouncer.ini')]);
  const url = `postgres://${user}@127.0.0.1:${port}/${user}`;
  for (let waited = 0; ; waited++) {
    const error = await chain.query(url, 'select 1').then(() => null, String);
    if (error === null) return { ...program, url };
    if (waited === 100) throw new Error(`PgBouncer does not answer: ${error}\n${program.output()}`);
    await sleep(50);
  }
}
