import { type Compilable, CompiledQuery } from 'kysely';
import type { Bind, Queryable } from './database.ts';

interface Statement {
  sql: string;
  /** For each bind the number of the text or number it takes, or what it always is. */
  binds: ({ argument: number } | { always: Bind })[];
}

/**
 * A query that many requests make. `build` runs once for each shape of its arguments (the dialect, which
 * members they have, what is null, true or false), with marks where texts and numbers will stand. From then on
 * the text is only bound and run: without the query builder and, outside of transactions, as a prepared
 * statement. So `build` may look at the shape of an argument, never into a text or a number; many ids come as
 * one text, from `idList`.
 */
export function prepared<Db extends Queryable, Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  const known = new Map<string, Statement>();
  return async (db, ...args) => {
    const values: (string | number)[] = [];
    const shape = db.dialect + args.map((arg) => shapeOf(arg, values));
    let statement = known.get(shape);
    if (!statement) {
      let marks = 0;
      // What has the shape of the arguments serves as the arguments.
      const marked = args.map((arg) => mapLeaves(arg, () => mark(marks++))) as unknown as Args;
      statement = compile(build(db, ...marked));
      known.set(shape, statement);
    }
    const binds = statement.binds.map((bind) =>
      'always' in bind ? bind.always : (values[bind.argument] ?? null),
    );
    if ('readPrepared' in db) return db.readPrepared<Row>(statement.sql, binds);
    return (await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, binds))).rows;
  };
}

function compile<Row>(query: Compilable<Row>): Statement {
  const { sql, parameters } = query.compile();
  return {
    sql,
    binds: parameters.map((parameter) => {
      const argument = typeof parameter === 'string' ? markPattern.exec(parameter)?.[1] : undefined;
      return argument === undefined ? { always: parameter as Bind } : { argument: Number(argument) };
    }),
  };
}

const mark = (number: number) => `\u0001${number}\u0001`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a mark is what nobody can type.
const markPattern = /^\u0001(\d+)\u0001$/;

function isLeaf(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function shapeOf(value: unknown, values: (string | number)[]): string {
  if (isLeaf(value)) {
    values.push(value);
    return '*';
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) throw new TypeError('A list of unknown length: pass it through idList');
  let shape = '{';
  for (const name in value) shape += `${name}:${shapeOf((value as Record<string, unknown>)[name], values)},`;
  return `${shape}}`;
}

/** The same value with another in the place of each text and number, in the order in which `shapeOf` meets them. */
function mapLeaves(value: unknown, replace: () => string): unknown {
  if (isLeaf(value)) return replace();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapLeaves(member, replace)]),
  );
}
