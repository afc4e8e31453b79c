import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type MoveMark, movedTo, readMark } from './move-mark.ts';

/** Why a move failed or was refused, in one sentence for the operator. */
export class MoveError extends Error {
  override name = 'MoveError';
}

/** The migrations fill these in the target: Kysely's own, and the log of changes, whose readers begin anew. */
const ownTables = ['kysely_migration', 'kysely_migration_lock', 'change_clock', 'changes'];

export interface SourceTable {
  name: string;
  columns: string[];
  /** The columns of the primary key, in its order. */
  key: string[];
}

/**
 * The SQLite database that a move reads. While it is open for a move, no other process can read it or write to it, so
 * it stays as it is between the first row and the mark.
 */
export class MoveSource {
  readonly file: string;
  readonly #database: DatabaseSync;

  constructor(file: string, { alone }: { alone: boolean }) {
    if (!existsSync(file)) throw new MoveError(`There is no database at ${file}. Correct DATA_DIR.`);
    this.file = file;
    this.#database = new DatabaseSync(file, { readOnly: !alone, timeout: 1000 });
    try {
      if (alone) this.#lock();
      this.#database.exec('begin');
      if (!this.#has('kysely_migration')) throw new MoveError(`${file} is empty: there is nothing to move.`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** SQLite leaves write-ahead mode only when no other process has the file open. */
  #lock() {
    try {
      this.#database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete');
      this.#database.exec('begin exclusive; commit');
    } catch (error) {
      if (!(error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5)) throw error;
      throw new MoveError(
        `${this.file} is in use: by a server, a command or another move. Stop it first, then move.`,
      );
    }
  }

  #has(table: string): boolean {
    return this.#get('select 1 from sqlite_schema where name = ?', table) !== undefined;
  }

  #get(statement: string, ...binds: string[]): Record<string, unknown> | undefined {
    return this.#database.prepare(statement).get(...binds);
  }

  migrations(): string[] {
    const rows = this.#database.prepare('select name from kysely_migration order by name').all();
    return rows.map(({ name }) => String(name));
  }

  mark(): MoveMark | null {
    const row = this.#get('select value from settings where key = ?', movedTo);
    return readMark(row ? String(row.value) : null);
  }

  /** Commits the mark at once, or removes it. */
  setMark(mark: MoveMark | null): void {
    this.#database.exec('commit; begin immediate');
    this.#database.prepare('delete from settings where key = ?').run(movedTo);
    if (mark) {
      const insert = this.#database.prepare('insert into settings (key, value) values (?, ?)');
      insert.run(movedTo, JSON.stringify(mark));
    }
    this.#database.exec('commit; begin');
  }

  /** Every table but those of the migrator, parents before the tables that refer to them. */
  tables(): SourceTable[] {
    const names = this.#database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !ownTables.includes(name));
    const ordered: string[] = [];
    const visit = (name: string, path: readonly string[]) => {
      if (ordered.includes(name)) return;
      if (path.includes(name)) throw new Error(`The foreign keys of ${name} are a circle`);
      for (const parent of this.#parents(name)) visit(parent, [...path, name]);
      ordered.push(name);
    };
    for (const name of names) visit(name, []);
    return ordered.map((name) => this.#describe(name));
  }

  /** A row that refers to its own table would need an order among the rows. */
  #parents(table: string): string[] {
    const rows = this.#database
      .prepare('select distinct "table" as parent from pragma_foreign_key_list(?)')
      .all(table);
    return rows.map(({ parent }) => String(parent));
  }

  #describe(name: string): SourceTable {
    const columns = this.#database.prepare('select name, pk from pragma_table_info(?)').all(name);
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    if (key.length === 0) throw new Error(`The table ${name} has no primary key`);
    return {
      name,
      columns: columns.map((column) => String(column.name)).sort(),
      key: key.map((column) => String(column.name)),
    };
  }

  /** The rows in the order of the key, as arrays in the order of `columns`. */
  rows({ name, columns, key }: SourceTable, where: string): Iterable<unknown[]> {
    const list = (names: string[]) => names.map((column) => `"${column}"`).join();
    const statement: StatementSync = this.#database.prepare(
      `select ${list(columns)} from "${name}" ${where} order by ${list(key)}`,
    );
    statement.setReturnArrays(true);
    return statement.iterate() as unknown as Iterable<unknown[]>;
  }

  close(): void {
    this.#database.close();
  }
}
