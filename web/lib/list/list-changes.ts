import type { QueryClient } from '@tanstack/react-query';
import type { RowList } from '../../../contract/changes.ts';
import { namedMaxRows, pageDefaultRows } from '../../../contract/fields/limits.ts';
import { queryClient } from '../http/query-client.ts';
import { changeLists, changePages, type ListSource, listKey, queryOf } from './list-cache.ts';
import {
  emptyRows,
  type Gone,
  isWhole,
  type ListRow,
  loadedRows,
  type Page,
  type Pages,
  putRows,
  type Question,
  replaces,
  sinceOf,
  withSince,
} from './list-pages.ts';

/** 'unknown' when nobody says which rows changed. */
export type ListChange = { rows: readonly ListRow[]; removed: readonly string[] } | 'unknown';

type Follower = (change: ListChange) => Promise<unknown>;
const followers: Record<RowList, Set<Follower>> = { users: new Set(), locations: new Set() };

/** A list on the screen hears what changed in it. */
export function onListChange(name: RowList, follower: Follower): () => void {
  followers[name].add(follower);
  return () => void followers[name].delete(follower);
}

/**
 * Takes what the change log says of a list: values show at once, rows that are gone are emptied. Resolves when the list
 * on the screen knows what else there is. Returns the ids of the rows whose values are others now.
 */
export async function receiveRows<Row extends ListRow>(
  client: QueryClient,
  source: ListSource<Row>,
  { rows, removed }: { rows: readonly Row[]; removed: readonly string[] },
  onChanged: (ids: string[]) => void,
): Promise<void> {
  const newer = new Map(rows.map((row) => [row.id, row]));
  const changed = new Set<string>();
  changeLists(client, source, (data, isShown) => {
    const loaded = loadedRows(data);
    for (const row of loaded) {
      const next = newer.get(row.id);
      if (next && replaces(next, row)) changed.add(row.id);
    }
    const here = new Set(loaded.map(({ id }) => id));
    const isCountOld = !isShown && (removed.length > 0 || rows.some(({ id }) => !here.has(id)));
    const next = emptyRows(putRows(data, rows), removed, 'deleted');
    return isCountOld ? withSince(next, { isCountOld }) : next;
  });
  onChanged([...changed]);
  await tellFollowers(source.name, { rows, removed });
}

export async function tellFollowers(name: RowList, change: ListChange): Promise<void> {
  if (change === 'unknown')
    changeLists(queryClient(), { name }, (data, isShown) =>
      isShown ? data : withSince(data, { isCountOld: true }),
    );
  await Promise.allSettled([...followers[name]].map((follow) => follow(change)));
}

/** Where a list stands that follows changes. */
export interface Followed<Row extends ListRow> {
  client: QueryClient;
  source: ListSource<Row>;
  question: Question;
  /** What it means that a row is not answered any more. */
  whyGone: Gone;
}

/** Asks which of the changed rows match the question, and how many match now. False when there are too many to ask. */
export async function followSome<Row extends ListRow>(
  { client, source, question }: Followed<Row>,
  { rows, removed }: { rows: readonly Row[]; removed: readonly string[] },
): Promise<boolean> {
  const data = client.getQueryData<Pages<Row>>(listKey(source, question));
  if (!data) return true;
  const loaded = loadedRows(data);
  const here = new Set(loaded.map(({ id }) => id));
  const since = sinceOf(data);
  const own = new Set(since.own);
  const query = queryOf(question);
  const isNarrowed = Object.keys(query).some((name) => name !== 'sort');
  // A row of a list without a question matches. The user's own rows stay where they are.
  const unknown = rows.filter(
    (row) => !own.has(row.id) && (isNarrowed || !here.has(row.id) || !source.isNamed(row)),
  );
  const isCounted = removed.some((id) => here.has(id)) || (isNarrowed && rows.some(({ id }) => own.has(id)));
  if (unknown.length === 0 && !isCounted) return true;
  if (unknown.length >= namedMaxRows) return false;
  // The answer is in the order of the list: what comes before the last loaded row is missing among them.
  const last = isWhole(data) ? undefined : loaded.findLast(({ id }) => !since.gone[id])?.id;
  const ids = [...unknown.map(({ id }) => id), ...(last ? [last] : [])];
  const from = question.isFromEnd ? { from: 'end' } : {};
  const [answer, counted] = await Promise.all([
    unknown.length > 0 ? source.read({ ...query, ...from, ids: ids.join(), limit: ids.length }) : null,
    source.read({ ...query, limit: 1 }),
  ]);
  const matching = answer?.rows ?? [];
  changeLists(client, source, (pages) => putRows(pages, matching));
  const changedIds = new Set(unknown.map(({ id }) => id));
  changePages<Row>(client, listKey(source, question), (pages) =>
    withNews(pages, changedIds, matching, last, counted.total),
  );
  return true;
}

function withNews<Row extends ListRow>(
  data: Pages<Row>,
  changedIds: ReadonlySet<string>,
  matching: readonly Row[],
  last: string | undefined,
  total: number,
): Pages<Row> {
  const { added, departed, own } = sinceOf(data);
  const loaded = new Set(loadedRows(data).map(({ id }) => id));
  const found = new Set(matching.map(({ id }) => id));
  const end = matching.findIndex(({ id }) => id === last);
  const before = end < 0 ? matching : matching.slice(0, end);
  return withSince(
    data,
    {
      isCountOld: false,
      added: [
        ...added.filter(({ id }) => !changedIds.has(id)),
        ...before.filter(({ id }) => changedIds.has(id) && !loaded.has(id) && !own.includes(id)),
      ],
      departed: [
        ...departed.filter((id) => !changedIds.has(id)),
        ...[...changedIds].filter((id) => loaded.has(id) && !found.has(id)),
      ],
    },
    total,
  );
}

/** Reads the first page again. Returns the ids of its rows; all other loaded rows may be old. */
export async function followAll<Row extends ListRow>({
  client,
  source,
  question,
}: Followed<Row>): Promise<ReadonlySet<string>> {
  const from = question.isFromEnd ? { from: 'end' } : {};
  const first = await source.read({ ...queryOf(question), ...from, limit: pageDefaultRows });
  changeLists(client, source, (data) => putRows(data, first.rows));
  changePages<Row>(client, listKey(source, question), (data) =>
    withSince(data, { isOther: isOther(data, first), isCountOld: false }, first.total),
  );
  return new Set(first.rows.map(({ id }) => id));
}

/** Reads rows by their ids, whether they match or not, and empties those that are not answered. */
export async function refreshRows<Row extends ListRow>(
  { client, source, whyGone }: Followed<Row>,
  rows: readonly string[],
): Promise<void> {
  const ids = rows.slice(0, namedMaxRows);
  if (ids.length === 0) return;
  const answer = await source.read({ ids: ids.join(), limit: ids.length });
  const found = new Set(answer.rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  changeLists(client, source, (data) => emptyRows(putRows(data, answer.rows), missing, whyGone));
}

/** Whether the first page has other rows, or the same in another order. The user's own are where they are. */
function isOther<Row extends ListRow>(data: Pages<Row>, now: Omit<Page<Row>, 'readAt'>): boolean {
  const [first] = data.pages;
  if (!first) return false;
  const own = new Set(sinceOf(data).own);
  const idsOf = (rows: readonly Row[]) => rows.flatMap(({ id }) => (own.has(id) ? [] : id));
  const [before, after] = [idsOf(first.rows), idsOf(now.rows)];
  const isEnd = first.next === null && now.next === null;
  const length = isEnd ? Math.max(before.length, after.length) : Math.min(before.length, after.length);
  return before.slice(0, length).join() !== after.slice(0, length).join();
}
