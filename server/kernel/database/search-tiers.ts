import { type Expression, type RawBuilder, sql } from 'kysely';
import { searchOf } from '../../../contract/lists/search-key.ts';
import {
  fieldEnd,
  type SearchQuery,
  searchQueryOf,
  tiers,
  wordBreaks,
} from '../../../contract/lists/search-tiers.ts';
import { typoPartsOf } from '../../../contract/lists/search-typos.ts';
import { anyOf, escapeLike, isOneOf, whereAll } from '../../platform/database/query.ts';
import { isBeyond, type Order, orderOf, type Position } from '../paging.ts';
import type { Queryable } from './database.ts';

/** The columns of a list with a search key. Constants of the code, such as 'users.search'. */
interface Searched {
  key: string;
  number: string;
  /** By which the list is sorted. Never null. */
  name: string;
  /** Of a list whose rows have one. */
  state?: string;
}

/**
 * As `isFoundBy` in the browser: one comparison per word, each a lookup in PostgreSQL's trigram index. `state` is the
 * column of a list whose rows have one.
 */
export function matchesSearch(
  text: string,
  { key, state }: { key: Expression<string>; state?: Expression<string> },
): RawBuilder<boolean>[] {
  const { words, phones } = searchOf(text);
  const holds = (part: string) => sql<boolean>`${key} like ${`%${escapeLike(part)}%`} escape '\\'`;
  const everyWord = words.map((word) =>
    anyOf([
      ...word.texts.map(holds),
      ...(state && word.state !== null ? [sql<boolean>`${state} = ${word.state}`] : []),
    ]),
  );
  if (phones.length === 0) return everyWord;
  return [anyOf([sql`(${sql.join(everyWord, sql` and `)})`, ...phones.map(holds)])];
}

/** `tierOf` of contract/lists/search-tiers.ts, for rows that `matchesSearch` finds. */
function tierIn(db: Queryable, query: SearchQuery, searched: Searched): RawBuilder<number> {
  const { exact, words } = query;
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
    when ${isNumber(query, searched)} then ${sql.lit(tiers.number)}
    when ${anyOf(isExact)} then ${sql.lit(tiers.exact)}
    when ${sql.join(inName, sql` and `)} then ${sql.lit(tiers.name)}
    when ${beginsField(db, query, searched)} then ${sql.lit(tiers.field)}
    else ${sql.lit(tiers.part)} end`;
}

function isNumber({ numbers }: SearchQuery, searched: Searched): RawBuilder<boolean> {
  return anyOf(numbers.map((number) => sql`${sql.raw(searched.number)} = ${number}`));
}

/** Every word begins a word of the row: the rows of a text that is too short for parts. */
function beginsField(db: Queryable, { words, phones }: SearchQuery, searched: Searched): RawBuilder<boolean> {
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
  return sql`(${holdsWord(key, text)} and ${fieldEnd} || ${key} glob ${`*${globBreak}${glob(text)}*`})`;
}

function ends(db: Queryable, key: Key, text: string): RawBuilder<boolean> {
  if (db.dialect === 'postgres') return sql`${key} ~ ${`${pattern(text, anyBreak)}($|${anyBreak})`}`;
  return sql`(${holdsWord(key, text)} and ${key} || ${fieldEnd} glob ${`*${glob(text)}${globBreak}*`})`;
}

/** SQLite first looks for a word of the text in the key: a class of signs costs ten times as much. */
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
  return sql`${fieldEnd} || ${name} glob ${`*${globBreak}${glob(text)}*`}`;
}

function pattern(text: string, space: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, '\\$&').replaceAll(' ', space);
}

/** A hyphen at the end stands for itself. */
const globBreak = `[${signs.filter((sign) => sign !== '-').join('')}-]`;

function glob(text: string): string {
  return text.replace(/[*?[]/g, '[$&]').replaceAll(' ', globBreak);
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
  { query, recent, limit }: { query: SearchQuery; recent: readonly string[]; limit: number },
): Promise<(Row & FoundRow)[]> {
  const id = `${table}.id`;
  const found = foundBy(query.text, searched);
  const isNamed = isOneOf(db, id, recent);
  // A short text begins words of very many rows, of which nobody means any one: only some of them are put in order.
  const likely = sql<boolean>`${sql.raw(id)} in (
    select * from (select ${sql.raw(id)} from ${sql.table(table)}
      ${whereAll([...where, ...found, beginsField(db, query, searched)])} limit ${comparedMax}) as likely
    union all select ${sql.raw(id)} from ${sql.table(table)} ${whereAll([...where, isNumber(query, searched)])}
    union all select ${sql.raw(id)} from ${sql.table(table)}
      ${whereAll([...where, isNamed, ...found, beginsField(db, query, searched)])})`;
  const statement = sql<Row & FoundRow>`
    select ${listOfColumns(table, columns)}, ${tierIn(db, query, searched)} as tier from ${sql.table(table)}
    ${whereAll(query.isShort ? [likely] : [...where, ...found])}
    order by tier, case when ${isNamed} then 0 else 1 end, ${nameIn(db, searched)}, ${sql.raw(id)}
    limit ${limit}`;
  return (await statement.execute(db)).rows;
}

interface BestRow {
  id: string;
  tier: number;
  name: string;
}

/** By name within a tier. */
export const bestOrder: Order = [
  { of: sql.raw('ranked.tier'), kind: 'number', isDescending: false },
  { of: sql.raw('ranked.name'), kind: 'text', isDescending: false },
  { of: sql.raw('ranked.id'), kind: 'id', isDescending: false },
];

/**
 * A page of the rows that the search finds, in the order in which pickers show them, each with its position there. Unlike in
 * the command box, a short text also finds parts of words, after all others, and '#12' is a text, not a number.
 */
export async function readBestOf<Row extends { id: string }>(
  db: Queryable,
  { table, searched, where }: Omit<InTiers, 'columns'>,
  text: string,
  after: Position | null,
  limit: number,
  read: (ids: string[]) => Promise<Row[]>,
): Promise<(Row & { position: Position })[]> {
  const query = { ...searchQueryOf(text), text };
  const tier = query.words.length === 0 ? sql.lit(tiers.part) : tierIn(db, query, searched);
  const statement = sql<BestRow>`
    select ranked.id, ranked.tier, ranked.name
    from (select ${sql.raw(`${table}.id`)}, ${tier} as tier, ${nameIn(db, searched)} as name
      from ${sql.table(table)} ${whereAll([...where, ...foundBy(text, searched)])}) as ranked
    ${whereAll(after ? [isBeyond(bestOrder, after)] : [])} order by ${orderOf(bestOrder)} limit ${limit}`;
  const best = (await statement.execute(db)).rows;
  const rows = new Map((await read(best.map(({ id }) => id))).map((row) => [row.id, row]));
  return best.flatMap(({ id, tier, name }) => {
    const row = rows.get(id);
    return row ? [{ ...row, position: [tier, name, id] }] : [];
  });
}

export function foundBy(text: string, { key, state }: Searched): RawBuilder<boolean>[] {
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
      select ${listOfColumns(table, columns)}, ${sql.lit(tiers.typo)} as tier, ${nameIn(db, searched)} as sort_name from ${sql.table(table)}
      ${whereAll([...where, ...mayHaveTypos(db, typed, searched.key)])})
    select * from (select * from near limit ${comparedMax}) as compared order by sort_name, id`;
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

function nameIn(db: Queryable, { name }: Searched): RawBuilder<unknown> {
  return db.dialect === 'postgres' ? sql`${sql.raw(name)} collate "C"` : sql.raw(name);
}
