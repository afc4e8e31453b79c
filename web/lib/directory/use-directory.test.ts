import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type Filter, passesFilters } from '../../../contract/lists/list-filters.ts';
import { isFoundBy, searchOf } from '../../../contract/lists/search-key.ts';
import { compareSorted } from '../../../contract/lists/sort-key.ts';
import { Directory, type SearchedPage } from './directory.ts';
import type { ListQuery } from './directory-arrange.ts';
import type { OpenedPage, Page } from './directory-pages.ts';
import type { DirectoryRow } from './directory-rows.ts';
import { type DirectoryView, useDirectory } from './use-directory.ts';

interface Row extends DirectoryRow {
  name: string | null;
  status: string;
}

const count = 5000;

function row(number: number, changes: Partial<Row> = {}): Row {
  const name = number % 10 === 0 ? null : `Row ${(number * 7919) % count}`;
  const at = new Date(number * 1000).toISOString();
  return {
    ...{
      id: `id-${String(number).padStart(5, '0')}`,
      name,
      status: number % 3 === 0 ? 'inactive' : 'active',
    },
    ...{ key: (changes.name ?? name ?? '').toLowerCase(), created_at: at, updated_at: at },
    ...changes,
  };
}

/** Answers as `/api/users` does. `wholeMax` is the number of rows that a browser holds whole. */
class Server {
  rows = Array.from({ length: count }, (_, index) => row(count - index));
  /** What was asked, besides the pages of a whole list. */
  asked: (SearchedPage & { text: string })[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  failure: Error | null = null;
  hold: Promise<void> | null = null;
  readonly wholeMax: number;

  constructor(wholeMax: number) {
    this.wholeMax = wholeMax;
  }

  matching(text: string, { filters, sort }: ListQuery): Row[] {
    const conditions = Object.entries(filters) as [string, Filter][];
    const found = this.rows.filter(
      (one) => isFoundBy(searchOf(text), one) && passesFilters(one, conditions, valuesOf),
    );
    if (!sort) return found;
    const places = found.map((one) => ({ one, id: one.id, value: one.name }));
    return places.sort((a, b) => compareSorted(a, b, sort.isDescending)).map(({ one }) => one);
  }

  #page(rows: Row[], { limit, after }: { limit: number; after?: string | undefined }): Page<Row> {
    const start = after ? rows.findIndex(({ id }) => id === after) + 1 : 0;
    const page = rows.slice(start, start + limit);
    return {
      rows: page,
      total: rows.length,
      next: start + limit < rows.length ? (page.at(-1)?.id ?? null) : null,
    };
  }

  open = async (query: { after?: string | undefined; limit: number }): Promise<OpenedPage<Row>> => {
    if (this.failure) throw this.failure;
    const page = this.#page(this.rows, query);
    return { next: page.next, isLarge: this.rows.length > this.wholeMax, read: async () => page };
  };

  search = async (text: string, query: ListQuery, page: SearchedPage): Promise<Page<Row>> => {
    this.asked.push({ text, ...page });
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await this.hold;
    this.atOnce -= 1;
    if (this.failure) throw this.failure;
    const found = this.matching(text, query);
    return this.#page(page.from === 'end' ? found.toReversed() : found, page);
  };
}

const valuesOf = (one: Row) => [one.status];
const everything: ListQuery = { filters: {}, sort: null };
const gone = new Error('Failed to fetch users: You may not');

interface Asked {
  text: string;
  query: ListQuery;
}

let directory: Directory<Row>;
afterEach(() => directory.drop());

async function open(wholeMax: number, asked: Asked = { text: '', query: everything }) {
  const server = new Server(wholeMax);
  const { open, search } = server;
  const rules = { valuesOf, sortValue: ({ name }: Row) => name };
  directory = new Directory<Row>({ open, search, rules, isFinal: (error) => error === gone });
  const hook = renderHook(({ text, query }: Asked) => useDirectory(directory, text, query), {
    initialProps: asked,
  });
  const view = () => hook.result.current;
  await waitFor(() => expect(view().complete || view().windows !== undefined).toBe(true));
  const ask = async (changes: Partial<Asked>) => {
    hook.rerender({ text: '', query: everything, ...changes });
    await waitFor(() => expect(view().isExact).toBe(true));
  };
  return { server, view, ask, hook };
}

/** Reads on from `first`, as a table does that is scrolled. */
async function scrollTo(view: () => DirectoryView<Row>, last: number, first = 0) {
  for (let index = first; index <= last; index += 100) {
    act(() => view().windows?.see(index, index + 20));
    const end = Math.min(index + 20, last);
    await waitFor(() => expect(view().row(end)).toBeDefined());
  }
}

const idsIn = (view: DirectoryView<Row>, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => view.row(from + index)?.id);
const idsOf = (rows: readonly Row[], from: number, to: number) => rows.slice(from, to).map(({ id }) => id);

describe.each([
  ['held whole', 20_000],
  ['on the server', 100],
] as const)('a list %s', (_, wholeMax) => {
  test('has its first rows and its total, and more where the user looks', async () => {
    const { server, view } = await open(wholeMax);
    expect(view()).toMatchObject({ count, total: count, isExact: true, error: null });
    expect(idsIn(view(), 0, 100)).toEqual(idsOf(server.rows, 0, 100));
    await scrollTo(view, 1500);
    expect(idsIn(view(), 1000, 1500)).toEqual(idsOf(server.rows, 1000, 1500));
  });

  test.each([
    ['a search', { text: 'row 12' }],
    ['a search for what is not there', { text: 'nobody' }],
    ['a filter', { query: { filters: { status: { isNot: false, values: ['inactive'] } }, sort: null } }],
    [
      'a filter for all others',
      { query: { filters: { status: { isNot: true, values: ['inactive'] } }, sort: null } },
    ],
    ['a sort', { query: { filters: {}, sort: { field: 'name', isDescending: false } } }],
    ['a sort from the other side', { query: { filters: {}, sort: { field: 'name', isDescending: true } } }],
    [
      'a search, a filter and a sort',
      {
        text: 'row 1',
        query: {
          filters: { status: { isNot: false, values: ['active'] } },
          sort: { field: 'name', isDescending: true },
        },
      },
    ],
  ] as [string, Partial<Asked>][])('answers %s', async (_, asked) => {
    const { server, view, ask } = await open(wholeMax);
    await ask(asked);
    const expected = server.matching(asked.text ?? '', asked.query ?? everything);
    expect(view()).toMatchObject({ count: expected.length, total: count, searching: false });
    await scrollTo(view, Math.min(400, expected.length - 1));
    expect(idsIn(view(), 0, 401)).toEqual(Array.from({ length: 401 }, (_, index) => expected[index]?.id));
    await ask({});
    expect(view()).toMatchObject({ count });
    expect(view().row(0)?.id).toBe(server.rows[0]?.id);
  });

  test('shows a saved row in its place, a new one on top, and a removed one no more', async () => {
    const { server, view } = await open(wholeMax);
    const [edited, added] = [row(count - 3, { name: 'Edited' }), row(count + 1, { name: 'Added' })];
    server.rows = [added, ...server.rows.map((one) => (one.id === edited.id ? edited : one))];
    act(() => directory.put(edited));
    expect(view().row(3)?.name).toBe('Edited');
    act(() => directory.put(added));
    await waitFor(() => expect(view().row(0)?.name).toBe('Added'));
    expect(view().row(4)?.name).toBe('Edited');
    server.rows = server.rows.filter(({ id }) => id !== added.id);
    act(() => directory.remove(added.id));
    expect(view().row(0)?.name).not.toBe('Added');
    await waitFor(() => expect(view()).toMatchObject({ count, total: count }));
    expect(idsIn(view(), 0, 100)).toEqual(idsOf(server.rows, 0, 100));
  });

  test('a saved row that no longer matches leaves a filtered list', async () => {
    const { server, view, ask } = await open(wholeMax);
    const query = { filters: { status: { isNot: false, values: ['inactive'] } }, sort: null };
    await ask({ query });
    const before = view().count;
    const saved = { ...(view().row(1) as Row), status: 'active' };
    server.rows = server.rows.map((one) => (one.id === saved.id ? saved : one));
    act(() => directory.put(saved));
    await waitFor(() => expect(view().count).toBe(before - 1));
    expect(idsIn(view(), 0, 100)).toEqual(idsOf(server.matching('', query), 0, 100));
  });

  test('finds a row that was looked at by its id', async () => {
    const { server, view, ask } = await open(wholeMax);
    const found = server.matching('row 12', everything)[5] as Row;
    await ask({ text: 'row 12' });
    await ask({});
    expect(directory.find(found.id)).toEqual(found);
    expect(view().data?.byId.get(found.id)).toEqual(found);
  });

  test('refresh shows what others changed', async () => {
    const { server, view } = await open(wholeMax);
    server.rows = [row(count + 1, { name: 'New' }), ...server.rows.slice(1)];
    act(() => directory.refresh());
    await waitFor(() => expect(view().row(0)?.name).toBe('New'));
    expect(idsIn(view(), 0, 100)).toEqual(idsOf(server.rows, 0, 100));
  });

  test('keeps its rows when the server fails, says why, and has the rest after a retry', async () => {
    const { server, view } = await open(wholeMax);
    server.failure = new Error('The server cannot be reached');
    act(() => directory.refresh());
    act(() => view().windows?.see(120, 140));
    await waitFor(() => expect(view().error?.message).toBe('The server cannot be reached'));
    expect(view().row(0)?.id).toBe(server.rows[0]?.id);
    server.failure = null;
    act(() => view().refetch());
    await scrollTo(view, 400);
    await waitFor(() => expect(view().error).toBeNull());
    expect(idsIn(view(), 0, 400)).toEqual(idsOf(server.rows, 0, 400));
  });

  test('drops its rows when the list may no longer be read', async () => {
    const { server, view } = await open(wholeMax);
    server.failure = gone;
    act(() => directory.refresh());
    await waitFor(() => expect(view()).toMatchObject({ error: gone, total: 0, data: undefined }));
  });
});

describe('a list on the server', () => {
  test('has one search out at a time, whatever is typed meanwhile, and shows which first rows of the last answer match until the next', async () => {
    const { server, view, hook } = await open(100);
    const type = (text: string) => hook.rerender({ text, query: everything });
    const held = Promise.withResolvers<void>();
    server.hold = held.promise;
    type('r');
    await waitFor(() => expect(server.asked.map(({ text }) => text)).toEqual(['r']));
    for (const text of ['ro', 'row', 'row 1', 'row 12']) type(text);
    const first = server.rows.slice(0, 100);
    const matching = server.matching('row 12', everything).filter((one) => first.includes(one));
    expect(matching.length).toBeGreaterThan(0);
    expect(view()).toMatchObject({ isExact: false, searching: true, count: matching.length });
    expect(idsIn(view(), 0, matching.length)).toEqual(matching.map(({ id }) => id));
    type('row 4321');
    // None of them matches, so all of them stay.
    expect(view().row(0)?.id).toBe(server.rows[0]?.id);
    type('row 12');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.asked).toHaveLength(1);
    server.hold = null;
    held.resolve();
    await waitFor(() => expect(view().isExact).toBe(true));
    expect(server.asked.map(({ text }) => text)).toEqual(['r', 'row 12']);
    expect(server.mostAtOnce).toBe(1);
    expect(view().count).toBe(server.matching('row 12', everything).length);
  });

  test('the first key is sent at once, and what narrows an answer that is here whole asks nobody', async () => {
    const { server, view, hook } = await open(100);
    const type = (text: string) => hook.rerender({ text, query: everything });
    const hits = async (text: string) => {
      type(text);
      await waitFor(() => expect(view().isExact).toBe(true));
      const expected = server.matching(text, everything);
      expect(view().count).toBe(expected.length);
      expect(idsIn(view(), 0, 100)).toEqual(Array.from({ length: 100 }, (_, index) => expected[index]?.id));
    };
    type('row 43');
    await act(async () => {});
    expect(server.asked.map(({ text }) => text)).toEqual(['row 43']);
    await hits('row 43');
    await hits('row 432');
    expect(server.asked.map(({ text }) => text)).toEqual(['row 43', 'row 432']);
    for (const text of ['row 4321', 'row 4321x', 'row 4321', 'row 432', 'row 4329']) await hits(text);
    expect(server.asked).toHaveLength(2);
    // A saved row may match now.
    server.rows = server.rows.map((one, index) => (index === 9 ? row(count - 9, { name: 'Row 4329' }) : one));
    act(() => directory.put(server.rows[9] as Row));
    await waitFor(() => expect(view().row(0)?.id).toBe(server.rows[9]?.id));
  });

  test('a scroll bar covers the loaded rows and the next window', async () => {
    const { view } = await open(100);
    expect(view()).toMatchObject({ reach: 300, windows: { loaded: 100 } });
    await scrollTo(view, 299);
    expect(view()).toMatchObject({ reach: 500, windows: { loaded: 300 } });
  });

  test('at most 25 windows stay in memory, and one that is needed again is read by the cursor of the one before', async () => {
    const { server, view } = await open(100);
    await scrollTo(view, count - 1);
    expect(view()).toMatchObject({ reach: count, windows: { loaded: count } });
    // 100 rows and 25 windows of 200 are more than 25 windows.
    expect(view().row(0)).toBeUndefined();
    expect(idsIn(view(), count - 4800, count).every(Boolean)).toBe(true);
    const before = server.asked.length;
    act(() => view().windows?.see(0, 20));
    await waitFor(() => expect(view().row(0)?.id).toBe(server.rows[0]?.id));
    expect(server.asked.length - before).toBeLessThanOrEqual(2);
  });

  test.each([
    null,
    { field: 'name', isDescending: true },
  ])('turn shows the last rows of the order %o, and then the first again', async (sort) => {
    const query = { filters: {}, sort };
    const { server, view, ask } = await open(100);
    await ask({ query });
    const ordered = server.matching('', query);
    act(() => view().windows?.turn());
    await waitFor(() => expect(view().windows?.isFromEnd).toBe(true));
    expect(view()).toMatchObject({ reach: 400, count, isExact: true });
    expect(idsIn(view(), 200, 400)).toEqual(idsOf(ordered, count - 200, count));
    expect(view().row(199)).toBeUndefined();
    act(() => view().windows?.see(195, 215));
    await waitFor(() => expect(view().reach).toBe(600));
    expect(idsIn(view(), 200, 600)).toEqual(idsOf(ordered, count - 400, count));
    act(() => view().windows?.turn());
    await waitFor(() => expect(view().windows?.isFromEnd).toBe(false));
    expect(view().row(0)?.id).toBe(ordered[0]?.id);
  });

  test('after a save, only the window in view is read again', async () => {
    const { server, view } = await open(100);
    await scrollTo(view, 900);
    act(() => view().windows?.see(600, 620));
    const before = server.asked.length;
    act(() => directory.put({ ...(view().row(610) as Row), name: 'Saved' }));
    expect(view().row(610)?.name).toBe('Saved');
    await waitFor(() => expect(view().row(610)?.name).not.toBe('Saved'));
    await waitFor(() => expect(server.asked.length - before).toBe(2));
    expect(server.asked.slice(before).map(({ limit }) => limit)).toEqual([200, 1]);
  });
});
