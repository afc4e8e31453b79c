import pg from 'pg';
import { freePort } from '../server/testing/processes/free-port.ts';
import { startServer } from '../server/testing/processes/server-process.ts';
import { prepareLoad, type Sample } from './load.ts';
import { type KindName, mostConnections } from './requests.ts';
import { inTurns } from './server.ts';
import type { Setup } from './setup.ts';
import { median, type Row, times } from './table.ts';

/** How many times as long as one statement a request may take, with 1 and with 16 connections. */
const aims: [KindName, number, number][] = [
  ['page', 1.5, 2],
  ['search', 1.1, 1.4],
  ['create', 4, 5],
  ['locations', 5, 5],
  ['replace', 7, 6],
];
const cells = aims.flatMap(([kind, alone, crowded]) => [
  { kind, connections: 1, most: alone },
  { kind, connections: mostConnections, most: crowded },
]);

/** The users that the cells of `create` have made have no roles. */
const createdSql = `delete from users where email like 'ffffffff%'
  and not exists (select from user_roles where user_id = users.id)`;

/**
 * The processor time of a request and, on PostgreSQL, the median latency as a multiple of a server that runs one
 * statement. Before each cell, the users that others have created are gone and the tables are vacuumed: dead rows cost
 * ours more.
 */
export async function compareWithOneStatement(setup: Setup): Promise<Row[]> {
  const { settings, token, kinds, pace, startCanopy } = setup;
  const canopy = await startCanopy();
  const yardstick = settings.DATABASE_URL ? await startYardstick(settings) : null;
  const rows: Row[] = [];
  for (const { kind, connections, most } of cells) {
    await yardstick?.clean();
    const headers = { authorization: `Bearer ${token}`, 'x-kind': kind };
    const load = { next: kinds[kind], headers, connections };
    const ours = await prepareLoad({ ...load, server: canopy }, pace.roundMs);
    const bare = yardstick
      ? await prepareLoad({ ...load, server: yardstick.server }, pace.roundMs)
      : async () => null;
    const pairs = await inTurns(pace.rounds, ours, bare);
    const what = `${kind}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
    const workMs = median(pairs.ours.map((sample) => sample.workMs));
    rows.push({ what: `${what}, processor`, Canopy: `${workMs.toFixed(2)} ms` });
    if (!yardstick) continue;
    const latency = (sample: Sample | null) => median(sample?.latenciesMs ?? []);
    const medianOf = (samples: readonly (Sample | null)[]) => median(samples.map(latency));
    const ratio = pairs.median((mine, other) => latency(mine) / latency(other));
    rows.push(times(`${what}, latency`, medianOf(pairs.ours), medianOf(pairs.bare), { most, ratio }));
  }
  await Promise.all([canopy.stop(), yardstick?.stop()]);
  return rows;
}

async function startYardstick(settings: Setup['settings']) {
  const database = new pg.Client({ connectionString: settings.DATABASE_URL });
  await database.connect();
  const env = { ...settings, PORT: String(await freePort()) };
  const server = await startServer({ script: 'bench/one-statement-server.ts', env, path: '/' });
  return {
    server,
    async clean() {
      await database.query(createdSql);
      await database.query('vacuum analyze');
    },
    stop: () => Promise.all([server.stop(), database.end()]),
  };
}
