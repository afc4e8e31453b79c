import { randomUUID } from 'node:crypto';
import type { KnownMigrations } from '../database/driver.ts';
import { type Digest, RowDigest } from './canonical-rows.ts';
import type { MoveMark } from './move-mark.ts';
import { MoveError, MoveSource, type SourceTable } from './move-source.ts';
import { MoveTarget } from './move-target.ts';

const batchRows = 2000;

/** The marks differ between the sides. Every other row must be the same. */
const withoutMarks = "where key not in ('moved_to', 'moved_from')";
const whereOf = ({ name }: SourceTable) => (name === 'settings' ? withoutMarks : '');

export interface MovedTable extends Digest {
  name: string;
}

export interface ComparedTable extends MovedTable {
  target: Digest;
}

interface Places {
  file: string;
  url: string;
  /** Both databases as an operator knows them, without passwords. */
  names: { source: string; target: string };
  migrations: KnownMigrations;
}

interface MoveOptions extends Places {
  now(): Date;
  /** Runs all migrations on the empty target. */
  migrate(): Promise<void>;
  onTable(table: MovedTable): void;
}

/**
 * Moves every row of a SQLite database to an empty PostgreSQL database in one transaction, which commits only when
 * both sides have the same rows. A server refuses both databases from the first row to the last, and the source after
 * that. A move that breaks off can be repeated.
 * @returns the tables; null when an earlier move had moved everything, and only the mark was missing.
 * @throws MoveError when a database is in use, is of another version, or has data already.
 */
export async function moveToPostgres(options: MoveOptions): Promise<MovedTable[] | null> {
  const { names, now } = options;
  const source = new MoveSource(options.file, { alone: true });
  try {
    refuseOtherVersion(source, options.migrations);
    const begun = source.mark();
    if (begun?.is_complete)
      throw new MoveError(
        `The data were moved already, on ${begun.at.slice(0, 10)}: ${begun.database}. --verify compares both, --abort lets a server use SQLite again.`,
      );
    const target = await MoveTarget.open(options.url);
    try {
      const filled = await target.mark();
      const isMoved = begun !== null && filled?.is_complete === true && filled.id === begun.id;
      const mark = isMoved
        ? begun
        : { id: randomUUID(), database: names.target, at: now().toISOString(), is_complete: false };
      const tables = isMoved ? null : await fill(source, target, mark, options);
      source.setMark({ ...mark, at: now().toISOString(), is_complete: true });
      return tables;
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

async function fill(
  source: MoveSource,
  target: MoveTarget,
  mark: MoveMark,
  { names, now, migrate, onTable }: MoveOptions,
): Promise<MovedTable[]> {
  await target.refuseUsed();
  source.setMark(mark);
  await target.empty();
  await migrate();
  const back = { ...mark, database: names.source };
  await target.setMark(back);
  const moved = await target.transaction(async () => {
    const tables = source.tables();
    await target.clear(tables);
    const makeIndexes = await target.dropIndexes();
    const digests: MovedTable[] = [];
    for (const table of tables) {
      const copied = await read(source, target, table, (rows) => target.insert(table, rows));
      refuseDifference(table, copied, await target.digest(table, whereOf(table)));
      digests.push({ name: table.name, ...copied });
      onTable({ name: table.name, ...copied });
    }
    await makeIndexes();
    await target.setMark({ ...back, at: now().toISOString(), is_complete: true });
    return digests;
  });
  await target.gatherStatistics();
  return moved;
}

/** As they are on PostgreSQL. `insert` gets them some at a time. */
async function read(
  source: MoveSource,
  target: MoveTarget,
  table: SourceTable,
  insert?: (rows: unknown[][]) => Promise<void>,
): Promise<Digest> {
  const converters = await target.converters(table);
  const digest = new RowDigest();
  let batch: unknown[][] = [];
  for (const values of source.rows(table, whereOf(table))) {
    const row = values.map((value, index) => converters[index]?.(value));
    digest.add(row);
    if (insert) batch.push(row);
    if (batch.length < batchRows) continue;
    await insert?.(batch);
    batch = [];
  }
  if (batch.length > 0) await insert?.(batch);
  return digest.digest();
}

function refuseDifference({ name }: SourceTable, source: Digest, target: Digest) {
  if (source.sha256 === target.sha256) return;
  throw new MoveError(
    `The rows of ${name} are not the same on both sides (${source.rows} and ${target.rows} rows). Nothing was moved.`,
  );
}

/** Compares every table of both databases, of which each is read as of one moment. */
export async function compareMoved({ file, url, migrations }: Places): Promise<ComparedTable[]> {
  const source = new MoveSource(file, { alone: false });
  try {
    refuseOtherVersion(source, migrations);
    const target = await MoveTarget.open(url);
    try {
      if (!(await target.mark()))
        throw new MoveError('Nothing was moved into the PostgreSQL database of DATABASE_URL.');
      return await target.transaction(async () => {
        const compared: ComparedTable[] = [];
        for (const table of source.tables()) {
          const digest = await read(source, target, table);
          compared.push({
            ...{ name: table.name, ...digest },
            target: await target.digest(table, whereOf(table)),
          });
        }
        return compared;
      });
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

/** Removes the mark from the source, so that a server uses it again. Returns the mark; null when there was none. */
export function abortMove(file: string): MoveMark | null {
  const source = new MoveSource(file, { alone: true });
  try {
    const mark = source.mark();
    if (mark) source.setMark(null);
    return mark;
  } finally {
    source.close();
  }
}

function refuseOtherVersion(source: MoveSource, { names, base, version }: KnownMigrations) {
  const done = source.migrations();
  if (done.some((name) => !names.includes(name)))
    throw new MoveError(`${source.file} was made by a newer version. Move it with that version.`);
  if (!done.includes(base))
    throw new MoveError(
      `${source.file} was made by a version before ${version}: start ${version} on it once, without DATABASE_URL, then this version; then move.`,
    );
  if (done.length < names.length)
    throw new MoveError(
      `${source.file} is of an earlier version. Start this version on it once, without DATABASE_URL; then move.`,
    );
}
