// The benchmark: npm run bench -- [--quick] [--only <name>,…] [--database sqlite|postgres] [--users n] [--locations n]
//   [--against folder]
//
// It makes a database with 1,000 locations and 10,000 users, or as many as the flags say, on SQLite and, where it is
// installed, on PostgreSQL, starts the server as `npm start` does, and prints one table at its end, also when it is
// interrupted. The table shows the aim beside each figure; a missed aim fails nothing. What is compared is measured in
// turns, because the machine may be busy; the ratio is the median over the rounds. Compare ratios between two commits,
// never times of two machines.
// `--quick` has little data and one round: it shows that the benchmark works (checks/bench.test.ts), its figures say nothing.
//
//   one-statement   A page, a search, creating a user, and replacing their roles or locations, with 1 and with 16 connections: the
//     server's processor time (Linux) for one request, without that of PostgreSQL. There also the median latency, as a multiple of a
//     server that runs one statement for the request (`bare`, one-statement-server.ts).
//   start    From the start of the process to the first answer that read the database; the code is in Node's cache.
//   list     All users as the browser reads them: time, and the server's memory before and after 20 times.
//   access   What token, session and permission add to a request that does nothing else.
//   doors    The processor time of a request with an API token (`bare`: with a session), without limits; a sign-in through a provider
//     on loopback, whose time is in it.
//   crowd    How long reading one user takes while 50 sign in, compared with when nobody does.
//   sign-in  Sign-ins per second, compared with the password hash alone.
//   runs     An import of 10,000 users: the time to plan and to apply it, how long others wait meanwhile (`bare`: without an
//     import), and the memory that it adds.
//   registers   Files of registers: the reports of a month from 300 locations, 20,000 journal files of one, and how long another
//     user's page takes meanwhile (`bare`: without files), the Sales page of a month on the server and in the browser of `web`,
//     sums of a year, the memory that a journal of 32 MB adds, and how long others wait beside a month of closes as CSV.
//   web      Chromium at a quarter of its speed, at 10 Mbit/s: the times until rows and key presses are painted, and the heap.
//     `--against` names the folder of another clone, built with `node scripts/build.mjs`: both are visited in turns, each on a
//     server of its own; its figures are in the column `bare`, and the ratio is ours divided by its.
//   box      From a key in the command box to its painted answer, in the same browser; `--against` as above.
//   live     From a change to its paint on another screen, on one server and, on PostgreSQL, across two; and the longest frame at a
//     quarter of the speed while 1,000 rows change within a second (`bare`: while none does).
//   streams  2,000 open streams on which nothing happens: memory, and how long reading one user takes (`bare`: before and after).
//     Then 500 of them, which hear of 500 changes a minute.
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgresPrograms } from '../server/testing/databases/postgres-programs.ts';
import { measureBox } from './box.ts';
import { measureDoors } from './doors.ts';
import { measureLive } from './live.ts';
import { compareWithOneStatement } from './one-statement.ts';
import { measureRegisters } from './registers.ts';
import { measureRuns } from './runs.ts';
import * as server from './server.ts';
import { type Setup, setUp } from './setup.ts';
import { measureStreams } from './streams.ts';
import { printTable, type Row } from './table.ts';
import { measureWeb } from './web.ts';

const quick = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;
const options = { quick, only: text, database: text, users: text, locations: text, against: text };
const { values } = parseArgs({ options });
const isWanted = (name: string) => (values.only ?? name).split(',').includes(name);
const measurements: [string, (setup: Setup) => Promise<Row[]>][] = [
  ['start', server.measureStart],
  ['list', server.measureLists],
  ['one-statement', compareWithOneStatement],
  ['access', server.measureAccess],
  ['doors', measureDoors],
  ['crowd', server.measureCrowd],
  ['sign-in', server.measureSignIn],
  ['runs', measureRuns],
  ['web', measureWeb],
  ['live', measureLive],
  ['registers', measureRegisters],
  ['box', measureBox],
  ['streams', measureStreams],
];
const wanted = measurements.filter(([name]) => isWanted(name));
const installed = findPostgresPrograms() ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
const dialects = installed.filter((name) => (values.database ?? name) === name);
if (values.against && !existsSync(join(values.against, 'dist', 'web', 'index.html')))
  throw new Error(`${values.against} has no web app: run npm ci and node scripts/build.mjs there.`);
if (wanted.length * dialects.length === 0) throw new Error('bench/main.ts has the names; or no PostgreSQL.');
const usual = values.quick
  ? { rounds: 1, roundMs: 50, locations: 40, users: 300 }
  : { rounds: 7, roundMs: 1500, locations: 1000, users: 10_000 };

const pace = {
  ...usual,
  users: numberOf(values.users, usual.users),
  locations: numberOf(values.locations, usual.locations),
  against: values.against,
};

function numberOf(text: string | undefined, usual: number): number {
  const number = Number(text ?? usual);
  if (!Number.isInteger(number) || number < 1) throw new Error(`'${text}' is no number of rows.`);
  return number;
}

const rows: Row[] = [];
process.once('exit', () =>
  printTable(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`, rows),
);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
for (const dialect of dialects) {
  console.info(`${dialect}: making ${pace.locations} locations and ${pace.users} users …`);
  const setup = await setUp(dialect, pace);
  for (const [name, measure] of wanted) {
    // The browser sees no difference between the databases.
    if (['web', 'box'].includes(name) && dialect !== dialects[0]) continue;
    console.info(`${dialect}: ${name} …`);
    for (const row of await measure(setup)) rows.push({ ...row, what: `${dialect}: ${row.what}` });
  }
}
process.exit();
