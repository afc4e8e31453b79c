import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { discardRun } from '../contract/runs.ts';
import { createClient } from '../server/testing/requests/client.ts';
import * as chain from './support/chain.ts';
import { compareRegisters, few } from './support/compare-registers.ts';
import { compareRuns } from './support/compare-runs.ts';
import { Instance } from './support/instance.ts';
import { startRegisterLoad } from './support/register-load.ts';
import type { Report } from './support/report.ts';
import { startRunLoad } from './support/run-load.ts';
import { countIn, openStore, type Store } from './support/store.ts';

/** Of a server that answers. */
const longestLifeMs = 3000;
/** One of so many is killed while it starts. */
const killedAtStart = 8;
const longestStartMs = 1500;
const settledWithinMs = 300_000;

/**
 * A server is killed again and again while programs send files, and imports and bulk acts are planned and applied. Then
 * all is compared with what was sent: nothing may be lost, counted twice or half done.
 */
export async function kills(report: Report, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '60' },
      database: { type: 'string', default: 'sqlite' },
    },
  });
  const store = await openStore(values.database);
  const server = await Instance.make('killed', {
    ...{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost', RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    ...store.env,
  });
  try {
    await server.start();
    const token = await chain.signUp(server.url);
    const files = await startRegisterLoad(server.url, token);
    const locations = files.at.files.map(({ id }) => id);
    const runs = await startRunLoad(server.url, token, locations);
    const look = () => [...(files.isSending() ? ['files'] : []), ...runs.underWay()];
    const { underWay, faults } = await killAgainAndAgain(server, Number(values.kills), look);
    report.note(`${values.kills} kills, under way at them: ${underWay}`);
    await Promise.all([files.end(), runs.end()]);
    await settle(store);
    const { imports, bulk, undone, canceled } = runs.ended;
    report.note(
      `${files.files} files with ${files.events} sales in ${Math.round(files.bytes / 1e6)} MB, ${files.repeated} requests sent again`,
    );
    report.note(
      `${imports} imports, ${bulk} bulk acts, ${undone} undone, ${canceled} of all stopped in the middle`,
    );
    await compareRegisters(report, store, files, { url: server.url, token });
    await compareRuns(report, store, runs);
    await checkAbandoned(report, store, { server, token }, runs.abandoned);
    faults.push(...faultsOf(server));
    report.check(`faults in the log of the servers: ${few(faults)}`, faults.length === 0);
  } finally {
    await server.end('SIGKILL');
    await store.stop();
  }
}

/** The server runs when it ends. */
async function killAgainAndAgain(server: Instance, kills: number, look: () => string[]) {
  const seen: string[] = [];
  const faults: string[] = [];
  let started = Promise.resolve();
  for (let kill = 0; kill < kills; kill++) {
    const isAtStart = kill % killedAtStart === killedAtStart - 1;
    if (!isAtStart) await started;
    await sleep(Math.random() * (isAtStart ? longestStartMs : longestLifeMs));
    seen.push(...look(), ...(isAtStart ? ['a start'] : []));
    await server.end('SIGKILL');
    await started.catch(() => {});
    faults.push(...faultsOf(server));
    started = server.start();
    // Of one that is killed before it answers.
    started.catch(() => {});
  }
  await started;
  const counts = [...Map.groupBy(seen, (what) => what)].map(([what, all]) => `${what} ${all.length}`);
  return { underWay: counts.join(', '), faults };
}

/** Everything else is below the level of its log. The last line may be cut off. */
function faultsOf(server: Instance): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, 400));
}

/** Until nothing is left to do. */
async function settle(store: Store): Promise<void> {
  const left = `select (select count(*) from register_tasks where problem is null)
    + (select count(*) from register_stock_locations where is_stale)
    + (select count(*) from runs where state in ('planning', 'applying'))`;
  const until = performance.now() + settledWithinMs;
  while ((await countIn(store, left)) > 0 && performance.now() < until) await sleep(200);
}

/** Uploads that were cut off and not repeated. Who discards them deletes their lines, also when the server is killed meanwhile. */
async function checkAbandoned(
  report: Report,
  store: Store,
  { server, token }: { server: Instance; token: string },
  ids: readonly string[],
): Promise<void> {
  const own = `(${ids.map((id) => `'${id}'`).join() || 'null'})`;
  const count = (table: string, column: string) =>
    countIn(store, `select count(*) from ${table} where ${column} in ${own}`);
  const [runs, lines] = [await count('runs', 'id'), await count('run_lines', 'run_id')];
  const client = createClient(server.url, token);
  for (const id of ids) await client.call(discardRun, { params: { id } });
  await server.end('SIGKILL');
  await server.start();
  const until = performance.now() + settledWithinMs;
  while ((await count('runs', 'id')) > 0 && performance.now() < until) await sleep(200);
  const left = (await count('runs', 'id')) + (await count('run_lines', 'run_id'));
  report.check(
    `${ids.length} uploads that were given up left ${runs} runs with ${lines} lines; discarded, ${left} rows are left`,
    left === 0,
  );
}
