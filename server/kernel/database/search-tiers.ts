import { type RawBuilder, sql } from 'kysely';
import { fieldEnd, type Sought, soughtOf, tiers, wordBreaks } from '../../../contract/lists/search-tiers.ts';
import { typoPartsOf } from '../../../contract/lists/search-typos.ts';
import type { Queryable } from './database.ts';
import { anyOf, escapeLike, isOneOf, matchesSearch, whereAll } from './query.ts';

/** The columns of a list with a search key. Constants of the code, such as 'users.search'. */
interface Searched {
  key: string;
  number: string;
  /** Of a list whose rows have one. */
  state?: string;
}

/** `tierOf` of contract/lists/search-tiers.ts, for rows that `matchesSearch` finds. */
function tierIn(db: Queryable, sought: Sought, searched: Searched): RawBuilder<number> {
  const { exact, words } = sought;
  const key = sql.raw<string>(searched.key);
  const holds = (text: string) => sql`${key} like ${text} escape '\\'`;
  const isExact = [
    ...exact.fields.flatMap((text) => {
      const field = `%${fieldEnd}${escapeLike(text)}`;
      return [holds(field), holds(`${field}${fieldEnd}%`)];
    }),
    ...(searched.state && exact.zip ? [holds(`% ${exact.zip}${fieldEnd}%`)] : []),
  ];
  const inName = words.map(({ name }) => beginsName(db, key, name));
  return sql<number>`case
    when ${isNumber(sought, searched)} then ${sql.lit(tiers.number)}
    when ${anyOf(isExact)} then ${sql.lit(tiers.exact)}
    when ${sql.join(inName, sql` and `)} then ${sql.lit(tiers.name)}
    when ${beginsField(db, sought, searched)} then ${sql.lit(tiers.field)}
    else ${sql.lit(tiers.part)} end`;
}

function isNumber({ number }: Sought, searched: Searched): RawBuilder<boolean> {
  return number === '' ? anyOf([]) : sql`${sql.raw(searched.number)} = ${number}`;
}

/** Every word begins a word of the row: the rows of a text that is too short for parts. */
function beginsField(db: Queryable, { words, phones }: Sought, searched: Searched): RawBuilder<boolean> {
  const key = sql.raw<string>(searched.key);
  const everyWord = words.map(({ texts, state }) =>
    anyOf([
      ...texts.map((text) => begins(db, key, text)),
      ...(searched.state && state !== null ? [sql`${sql.raw(searched.state)} = ${state}`] : []),
    ]),
  );
  return anyOf([
    sql`(${sql.join(everyWord, sql` and `)})`,
    ...phones.map((digits) => begins(db, key, digits)),
  ]);
}

/** The rows among which `typoCounter` finds all that it counts. */
function mayHaveTypos(db: Queryable, typed: readonly string[], column: string): RawBuilder<boolean>[] {
  const key = sql.raw<string>(column);
  return typed.map((word) => {
    const parts = typoPartsOf(word);
    return anyOf([
      ...parts.begins.map((part) => begins(db, key, part)),
      ...parts.contains.map((part) => sql`${key} like ${`%${escapeLike(part)}%`} escape '\\'`),
      ...parts.ends.map((part) => ends(db, key, part)),
    ]);
  });
}

type Key = RawBuilder<string>;

const signs = [...wordBreaks];
const inClass = (those: readonly string[]) =>
  those.map((sign) => (/[\w ]/.test(sign) ? sign : `\\${sign}`)).join('');
const anyBreak = `[${inClass(signs)}]`;
const breakInField = `[${inClass(signs.filter((sign) => sign !== fieldEnd))}]`;

/** Regular expressions of PostgreSQL use the trigram index, SQLite has none and reads the keys anyway. */
function begins(db: Queryable, key: Key, text: string): RawBuilder<boolean> {
  if (db.dialect === 'postgres') return sql`${key} ~ ${`(^|${anyBreak})${pattern(text, anyBreak)}`}`;
  return sql`(${holdsWord(key, text)}
    and ' ' || ${withSpaces(key)} like ${`% ${escapeLike(text)}%`} escape '\\')`;
}

function ends(db: Queryable, key: Key, text: string): RawBuilder<boolean> {
  if (db.dialect === 'postgres') return sql`${key} ~ ${`${pattern(text, anyBreak)}($|${anyBreak})`}`;
  return sql`(${holdsWord(key, text)}
    and ${withSpaces(key)} || ' ' like ${`%${escapeLike(text)} %`} escape '\\')`;
}

/** SQLite first looks for a word of the text in the key as it is: replacing the breaks costs twenty times as much. */
function holdsWord(key: Key, text: string): RawBuilder<boolean> {
  const [word = ''] = text.split(' ');
  return sql`${key} like ${`%${escapeLike(word)}%`} escape '\\'`;
}

/** The name is the first field that is not empty. */
function beginsName(db: Queryable, key: Key, text: string): RawBuilder<boolean> {
  if (db.dialect === 'postgres') {
    const name = `^${fieldEnd}?([^${fieldEnd}]*${breakInField})?`;
    return sql`${key} ~ ${name + pattern(text, breakInField)}`;
  }
  const trimmed = sql<string>`ltrim(${key}, ${fieldEnd})`;
  const name = sql<string>`substr(${trimmed}, 1, instr(${trimmed}, ${fieldEnd}) - 1)`;
  return sql`' ' || ${withSpaces(name)} like ${`% ${escapeLike(text)}%`} escape '\\'`;
}

function pattern(text: string, space: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, '\\$&').replaceAll(' ', space);
}

/** Each sign that ends a word becomes a space. */
function withSpaces(text: Key): Key {
  return signs
    .filter((sign) => sign !== ' ')
    .reduce<Key>((inner, sign) => sql`replace(${inner}, ${sign}, ' ')`, text);
}

export interface InTiers {
  table: 'users' | 'locations';
  columns: readonly string[];
  searched: Searched;
  /** The scope. */
  where: readonly RawBuilder<boolean>[];
}

export interface FoundRow {
  id: string;
  search: string;
  tier: number;
}

/** At most this many of a short text are put in order, and as many are compared letter by letter for typing errors. */
const comparedMax = 2000;

/** The best rows. `recent` are the ids that come first within a tier. */
export async function readInTiers<Row>(
  db: Queryable,
  { table, columns, searched, where }: InTiers,
  { sought, recent, limit }: { sought: Sought; recent: readonly string[]; limit: number },
): Promise<(Row & FoundRow)[]> {
  const id = `${table}.id`;
  const { key } = searched;
  const found = foundBy(sought.text, searched);
  const isNamed = isOneOf(db, id, recent);
  // A short text begins words of very many rows, of which nobody means any one: only some of them are put in order.
  const likely = sql<boolean>`${sql.raw(id)} in (
    select * from (select ${sql.raw(id)} from ${sql.table(table)}
      ${whereAll([...where, ...found, beginsField(db, sought, searched)])} limit ${comparedMax}) as likely
    union all select ${sql.raw(id)} from ${sql.table(table)} ${whereAll([...where, isNumber(sought, searched)])}
    union all select ${sql.raw(id)} from ${sql.table(table)}
      ${whereAll([...where, isNamed, ...found, beginsField(db, sought, searched)])})`;
  const query = sql<Row & FoundRow>`
    select ${listOfColumns(table, columns)}, ${tierIn(db, sought, searched)} as tier from ${sql.table(table)}
    ${whereAll(sought.isShort ? [likely] : [...where, ...found])}
    order by tier, case when ${isNamed} then 0 else 1 end, ${nameOrder(db, key)}, ${sql.raw(id)}
    limit ${limit}`;
  return (await query.execute(db)).rows;
}

/**
 * The ids of the best rows, in the order in which pickers of a whole list show them. Unlike in the command box, a short
 * text also finds parts of words, after all others.
 */
export async function readBest(
  db: Queryable,
  list: Omit<InTiers, 'columns'>,
  text: string,
  limit: number,
): Promise<string[]> {
  const { table, searched, where } = list;
  const sought = { ...soughtOf(text), text };
  const { words } = sought.search;
  const found = foundBy(text, searched);
  // '#12' means a number in the command box, a text in a list.
  const among = { ...list, columns: [], where: [...where, ...(sought.isShort ? found : [])] };
  const best = words.length === 0 ? [] : await readInTiers(db, among, { sought, recent: [], limit });
  const ids = best.map((row) => row.id);
  if (ids.length >= limit || (words.length > 0 && !sought.isShort)) return ids;
  const id = sql.raw(`${table}.id`);
  const rest = sql<{ id: string }>`
    select ${id} from ${sql.table(table)}
    ${whereAll([...where, ...found, sql`not ${isOneOf(db, `${table}.id`, ids)}`])}
    order by ${nameOrder(db, searched.key)}, ${id} limit ${limit - ids.length}`;
  return [...ids, ...(await rest.execute(db)).rows.map((row) => row.id)];
}

export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function foundBy(text: string, { key, state }: Searched): RawBuilder<boolean>[] {
  return matchesSearch(text, {
    key: sql.raw<string>(key),
    ...(state && { state: sql.raw<string>(state) }),
  });
}

export async function readForTypos<Row>(
  db: Queryable,
  { table, columns, searched, where }: InTiers,
  typed: readonly string[],
): Promise<(Row & FoundRow)[]> {
  // PostgreSQL cannot tell how few rows match, and for the first 2,000 of many it would read the table instead of the index.
  const query = sql<Row & FoundRow>`
    with near as materialized (
      select ${listOfColumns(table, columns)}, ${sql.lit(tiers.typo)} as tier from ${sql.table(table)}
      ${whereAll([...where, ...mayHaveTypos(db, typed, searched.key)])})
    select * from near limit ${comparedMax}`;
  return (await query.execute(db)).rows;
}

export async function readNamed<Row>(
  db: Queryable,
  { table, columns, where }: InTiers,
  ids: readonly string[],
): Promise<(Row & FoundRow)[]> {
  const query = sql<Row & FoundRow>`
    select ${listOfColumns(table, columns)}, 0 as tier from ${sql.table(table)}
    ${whereAll([isOneOf(db, `${table}.id`, ids), ...where])}`;
  return (await query.execute(db)).rows;
}

function listOfColumns(table: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(['id', 'search', ...columns].map((column) => `${table}.${column}`).join());
}

/** As `orderOf`. */
function nameOrder(db: Queryable, key: string): RawBuilder<unknown> {
  const name = sql`ltrim(${sql.raw(key)}, ${fieldEnd})`;
  return db.dialect === 'postgres' ? sql`${name} collate "C"` : name;
}
