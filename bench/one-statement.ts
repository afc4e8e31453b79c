import pg from 'pg';
import { freePort } from '../server/testing/processes/free-port.ts';
import { startServer } from '../server/testing/processes/server-process.ts';
import { prepareLoad } from './load.ts';
import { type KindName, mostConnections } from './requests.ts';
import { inTurns } from './server.ts';
import type { Setup } from './setup.ts';
import { aim, median, type Row } from './table.ts';

/** How many times as long as one statement a request may take, with 1 and with 16 connections. */
const aims: [KindName, number, number][] = [
  ['page', 1.5, 2],
  ['search', 1.1, 1.4],
  ['create', 4, 5],
  ['locations', 5, 5],
  ['replace', 7, 6],
];

/** The users that the cells of `create` have made have no roles. */
const createdSql = `delete from users where email like 'ffffffff%'
  and not exists (select from user_roles where user_id = users.id)`;

/**
 * The median latency as a multiple of a server that runs one statement on the same PostgreSQL. Before each cell, the
 * users that others have created are gone and the tables are vacuumed: dead rows cost ours more.
 */
export async function compareWithOneStatement({
  settings,
  token,
  kinds,
  pace,
  startCanopy,
}: Setup): Promise<Row[]> {
  const { DATABASE_URL } = settings;
  if (!DATABASE_URL) return [];
  const database = new pg.Client({ connectionString: DATABASE_URL });
  await database.connect();
  const canopy = await startCanopy();
  const env = { ...settings, PORT: String(await freePort()) };
  const bare = await startServer({ script: 'bench/one-statement-server.ts', env, path: '/' });
  const rows: Row[] = [];
  for (const [kind, alone, crowded] of aims) {
    for (const [connections, most] of [
      [1, alone],
      [mostConnections, crowded],
    ] as const) {
      await database.query(createdSql);
      await database.query('vacuum analyze');
      const headers = { authorization: `Bearer ${token}`, 'x-kind': kind };
      const load = { next: kinds[kind], headers, connections };
      const ours = await prepareLoad({ ...load, server: canopy }, pace.roundMs);
      const pairs = await inTurns(
        pace.rounds,
        ours,
        await prepareLoad({ ...load, server: bare }, pace.roundMs),
      );
      const ratio = pairs.median(
        (mine, yardstick) => median(mine.latenciesMs) / median(yardstick.latenciesMs),
      );
      const time = (samples: readonly { latenciesMs: number[] }[]) =>
        `${median(samples.map(({ latenciesMs }) => median(latenciesMs))).toFixed(2)} ms`;
      rows.push({
        what: `one statement: ${kind}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
        ...{ Canopy: time(pairs.ours), bare: time(pairs.bare), ratio: ratio.toFixed(2) },
        aim: aim(`≤ ${most}`, ratio <= most),
      });
    }
  }
  await Promise.all([canopy.stop(), bare.stop(), database.end()]);
  return rows;
}
