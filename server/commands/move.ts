import type { Config } from '../config/config.ts';
import { knownMigrations, migrateToLatest } from '../kernel/database/migrate.ts';
import type { Tables } from '../kernel/database/schema.ts';
import { ConfigError } from '../platform/config-error.ts';
import { abortMove, compareMoved, type MovedTable, moveToPostgres } from '../platform/move/move.ts';
import { MoveError } from '../platform/move/move-source.ts';
import { explainFailure, nameDatabase } from '../start/explain-failure.ts';
import { UsageError, type Values } from './arguments.ts';
import { count, plainCommand, type Terminal } from './command-line.ts';

const usage = `Moves the data from SQLite in DATA_DIR to the empty PostgreSQL database of DATABASE_URL. Stop the server first.
  npm run move
Compares both again, row by row, before a server uses the new one.
  npm run move -- --verify
Lets a server use SQLite again, after a move that broke off or was a mistake.
  npm run move -- --abort
All take --env-file path, instead of canopy.env in the project folder.`;

const options = {
  verify: { type: 'boolean', default: false },
  abort: { type: 'boolean', default: false },
} as const;

export const move = plainCommand({
  usage,
  options,
  read,
  async run(config, { verify, abort }, terminal) {
    if (abort) return abandon(config, terminal);
    const { database_direct_url: url, database_file: file } = config;
    if (!url) throw new ConfigError('Set DATABASE_URL to the PostgreSQL database that the data move to.');
    const names = {
      source: nameDatabase({ ...config, database_url: undefined }),
      target: nameDatabase(config),
    };
    terminal.console.info(`From: ${names.source}\nTo:   ${names.target}`);
    const places = { file, url, names, migrations: await knownMigrations() };
    await (verify ? compare(places, terminal) : fill(config, places, terminal));
  },
});

type Places = Parameters<typeof compareMoved>[0];

function read({ verify, abort }: Values<typeof options>) {
  if (verify && abort) throw new UsageError(`Say either --verify or --abort.`);
  return { verify, abort };
}

async function fill(config: Config, places: Places, { console }: Terminal) {
  const started = performance.now();
  let hasBegun = false;
  try {
    const tables = await moveToPostgres({
      ...places,
      now: () => new Date(),
      migrate() {
        hasBegun = true;
        return migrateEmpty(config, places.url);
      },
      onTable: (table) => console.info(describe(table)),
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const rows = (tables ?? []).reduce((sum, table) => sum + table.rows, 0);
    console.info(
      tables
        ? `Moved ${count(rows)} rows in ${seconds} s. Both sides have the same rows.`
        : 'Everything was moved before; only the mark was missing.',
    );
    console.info(
      'Start the server. It needs the same secret.key or SECRET_KEY as before; nobody is signed out.',
    );
  } catch (error) {
    const known = error instanceof MoveError ? error : explainFailure(error, config);
    if (!known || !hasBegun) throw known ?? error;
    throw new ConfigError(
      `${known.message}\nThe data in SQLite are unchanged. Repeat the move when the cause is gone, or run npm run move -- --abort to go on with SQLite.`,
    );
  }
}

async function migrateEmpty({ database_connect_timeout_seconds }: Config, url: string) {
  const { openUnlimited } = await import('../platform/database/postgres.ts');
  const unlimited = openUnlimited<Tables>(url, database_connect_timeout_seconds);
  try {
    await migrateToLatest(unlimited, 'postgres');
  } finally {
    await unlimited.destroy();
  }
}

async function compare(places: Places, terminal: Terminal) {
  const { console } = terminal;
  const tables = await compareMoved(places);
  const different = tables.filter(({ sha256, target }) => sha256 !== target.sha256);
  for (const table of tables) console.info(describe(table));
  for (const { name, rows, target } of different)
    console.info(`${name} differs: ${count(rows)} rows in SQLite, ${count(target.rows)} in PostgreSQL.`);
  if (different.length === 0) return console.info('Both sides have the same rows.');
  console.info('A server that uses the new database changes it; then both differ. Nothing was changed here.');
  terminal.exitCode = 1;
}

function abandon({ database_file }: Config, { console }: Terminal) {
  const mark = abortMove(database_file);
  if (!mark) return console.info('No move had begun; nothing was changed.');
  console.info('A server may use the data in SQLite again. Unset DATABASE_URL before you start it.');
  if (mark.is_complete) console.info(`What was changed in ${mark.database} since ${mark.at} is not in them.`);
}

function describe({ name, rows, sha256 }: MovedTable): string {
  return `${name.padEnd(24)}${count(rows).padStart(10)}  ${sha256}`;
}
