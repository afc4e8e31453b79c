import type { InfiniteData } from '@tanstack/react-query';
import type { Filters, Sort } from '../../../contract/lists/list-filters.ts';
import type { Searched } from '../../../contract/lists/search-key.ts';

/** A row with the key by which a search finds it. */
export interface ListRow extends Searched {
  id: string;
  updated_at: string;
}

/** What a list is asked, as its URL says it. `isFromEnd` asks for the last rows first. */
export interface Question {
  text: string;
  filters: Filters<string>;
  /** Null for newest first. */
  sort: Sort<string> | null;
  isFromEnd: boolean;
}

export interface PageParam {
  after?: string;
  limit: number;
}

export interface Page<Row> {
  rows: readonly Row[];
  /** How many rows match. */
  total: number;
  isTotalExact: boolean;
  next: string | null;
  readAt: number;
  /** Of the first page. */
  since?: Since<Row>;
}

/** What became known after the rows were read. Their set and order stay until the user wants to see it. */
export interface Since<Row> {
  /** Rows that match, are not loaded, and sort before the last loaded one. */
  added: readonly Row[];
  /** Loaded rows that no longer match. */
  departed: readonly string[];
  /** The first rows are others, and nobody says which. */
  isOther: boolean;
  /** Rows that the user added or changed: they stay where they are. */
  own: readonly string[];
  /** Those of them that were added, the last one first: they stand on top. */
  onTop: readonly string[];
  /** Rows that are gone, which stay empty in their places. */
  gone: Readonly<Record<string, Gone>>;
  /** The question was left with such rows: it is asked again before it shows. */
  isOutdated: boolean;
  /** Rows may have come or gone while the question was not on the screen, so its count is not told. */
  isCountOld: boolean;
}

/** `hidden` from this reader, who cannot tell whether it was deleted. */
export type Gone = 'deleted' | 'hidden';

export type Pages<Row> = InfiniteData<Page<Row>, PageParam>;

const nothingSince: Since<never> = {
  added: [],
  departed: [],
  isOther: false,
  own: [],
  onTop: [],
  gone: {},
  isOutdated: false,
  isCountOld: false,
};

export function sinceOf<Row>({ pages }: Pages<Row>): Since<Row> {
  return pages[0]?.since ?? nothingSince;
}

/** Pages in the cache are never changed in place. */
export function withSince<Row>(data: Pages<Row>, changes: Partial<Since<Row>>, total?: number): Pages<Row> {
  const [first, ...others] = data.pages;
  if (!first) return data;
  const since = { ...sinceOf(data), ...changes };
  return { ...data, pages: [{ ...first, since, total: total ?? first.total }, ...others] };
}

/** Another question follows: what waits, and what the user changed, shows when this one comes again. */
export function outdated<Row>(data: Pages<Row>): Pages<Row> {
  const { added, departed, own, gone, isOther } = sinceOf(data);
  const isOld = isOther || added.length + departed.length + own.length + Object.keys(gone).length > 0;
  return isOld ? withSince(data, { isOutdated: true }) : data;
}

export function loadedRows<Row>({ pages }: Pages<Row>): Row[] {
  return pages.flatMap(({ rows }) => rows);
}

export function isWhole({ pages }: Pages<unknown>): boolean {
  return pages.at(-1)?.next === null;
}

/** Replaces loaded rows by newer ones, where they are. */
export function putRows<Row extends ListRow>(data: Pages<Row>, rows: readonly Row[]): Pages<Row> {
  const newer = new Map(rows.map((row) => [row.id, row]));
  const isHere = (row: Row) => {
    const other = newer.get(row.id);
    return other !== undefined && replaces(other, row);
  };
  const { gone } = sinceOf(data);
  const left = Object.entries(gone).filter(([id]) => !newer.has(id));
  const isBack = left.length < Object.keys(gone).length;
  if (!isBack && !data.pages.some((page) => page.rows.some(isHere))) return data;
  const pages = data.pages.map((page) =>
    page.rows.some(isHere)
      ? { ...page, rows: page.rows.map((row) => (isHere(row) ? (newer.get(row.id) ?? row) : row)) }
      : page,
  );
  return isBack ? withSince({ ...data, pages }, { gone: Object.fromEntries(left) }) : { ...data, pages };
}

/** Counts and last sign-ins change without the version, so of two equal versions the later answer counts. */
export function replaces(next: ListRow, row: ListRow): boolean {
  if (next.updated_at < row.updated_at) return false;
  return next.updated_at !== row.updated_at || JSON.stringify(next) !== JSON.stringify(row);
}

/** Empties loaded rows in their places. */
export function emptyRows<Row extends ListRow>(
  data: Pages<Row>,
  ids: readonly string[],
  why: Gone,
): Pages<Row> {
  const { gone, added } = sinceOf(data);
  const loaded = new Set(loadedRows(data).map(({ id }) => id));
  const here = ids.filter((id) => loaded.has(id) && !gone[id]);
  const others = added.filter(({ id }) => !ids.includes(id));
  if (here.length === 0 && others.length === added.length) return data;
  return withSince(data, {
    gone: { ...gone, ...Object.fromEntries(here.map((id) => [id, why])) },
    added: others,
  });
}

/** What the user deleted goes at once. */
export function dropRow<Row extends ListRow>(data: Pages<Row>, id: string): Pages<Row> {
  if (!data.pages.some(({ rows }) => rows.some((row) => row.id === id))) return data;
  const pages = data.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) }));
  return counted({ ...data, pages }, -1);
}

/** What the user added stands on top, wherever it belongs. */
export function addOnTop<Row extends ListRow>(data: Pages<Row>, row: Row): Pages<Row> {
  const [first, ...others] = data.pages;
  if (!first || loadedRows(data).some(({ id }) => id === row.id)) return data;
  const pages = [{ ...first, rows: [row, ...first.rows] }, ...others];
  const { own, onTop } = sinceOf(data);
  return withSince(counted({ ...data, pages }, 1), { own: [...own, row.id], onTop: [row.id, ...onTop] });
}

/** What the user changed stays where it is, also when it no longer matches. */
export function keepOwn<Row extends ListRow>(data: Pages<Row>, id: string): Pages<Row> {
  const { own, departed } = sinceOf(data);
  if (own.includes(id) || !loadedRows(data).some((row) => row.id === id)) return data;
  return withSince(data, { own: [...own, id], departed: departed.filter((other) => other !== id) });
}

function counted<Row>(data: Pages<Row>, change: 1 | -1): Pages<Row> {
  const [first] = data.pages;
  return first?.isTotalExact ? withSince(data, {}, first.total + change) : data;
}
