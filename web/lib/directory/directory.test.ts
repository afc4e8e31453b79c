import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Directory } from './directory.ts';
import type { OpenedPage, Page } from './directory-pages.ts';
import type { DirectoryRow } from './directory-rows.ts';

interface Row extends DirectoryRow {
  name: string;
}

/** A list on a server: newest first, in pages, with requests that the test can delay or refuse. */
class Server {
  rows: Row[];
  asked: (string | undefined)[] = [];
  failures: Error[] = [];
  hold: Promise<void> | null = null;
  wholeMax = 20_000;

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, index) => row(count - index));
  }

  open = async (query: { after?: string | undefined; limit: number }): Promise<OpenedPage<Row>> => {
    this.asked.push(query.after);
    const failure = this.failures.shift();
    if (failure) throw failure;
    const start = query.after ? this.rows.findIndex((one) => one.id === query.after) + 1 : 0;
    const rows = this.rows.slice(start, start + query.limit);
    const next = start + query.limit < this.rows.length ? (rows.at(-1)?.id ?? null) : null;
    const total = this.rows.length;
    const read = async () => {
      await this.hold;
      return { rows, total, next };
    };
    return { next, isLarge: this.rows.length > this.wholeMax, read };
  };
}

function row(number: number, name = `Row ${number}`, updated = 0): Row {
  const created_at = new Date(number * 1000).toISOString();
  return {
    id: `id-${number}`,
    name,
    key: name.toLowerCase(),
    created_at,
    updated_at: new Date(updated).toISOString(),
  };
}

const search = async (): Promise<Page<Row>> => ({ rows: [], total: 0, next: null });
const final = new Error('Failed to fetch users: You may not');

function directoryOf(server: Server) {
  return new Directory<Row>({
    open: server.open,
    search,
    isFinal: (error) => error === final,
    rules: { valuesOf: () => [], sortValue: (one) => one.name },
  });
}

function names(directory: Directory<Row>) {
  const { rows, loaded } = directory.getState();
  return rows.slice(0, loaded).map((one) => one.name);
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function loaded(server: Server) {
  const directory = directoryOf(server);
  directory.load();
  await vi.advanceTimersByTimeAsync(600);
  return directory;
}

test('load reads the whole list in order, a hundred rows first', async () => {
  const server = new Server(2350);
  const directory = directoryOf(server);
  const counts: number[] = [];
  directory.store.subscribe(() => counts.push(directory.getState().loaded));
  directory.load();
  await vi.advanceTimersByTimeAsync(600);
  expect(counts[0]).toBe(100);
  expect(names(directory)).toEqual(server.rows.map((one) => one.name));
  expect(directory.getState()).toMatchObject({ complete: true, total: 2350, error: null });
});

test('load requests the next page while the body of this one is still on its way', async () => {
  const server = new Server(150);
  const body = Promise.withResolvers<void>();
  server.hold = body.promise;
  const directory = directoryOf(server);
  directory.load();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.asked).toEqual([undefined, 'id-51']);
  expect(directory.getState().loaded).toBe(0);
  body.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(directory.getState().loaded).toBe(150);
});

test('load calls listeners at most every half second, and at once at the end', async () => {
  const server = new Server(19_100);
  const directory = directoryOf(server);
  let calls = 0;
  directory.store.subscribe(() => calls++);
  directory.load();
  await vi.advanceTimersByTimeAsync(0);
  expect(directory.getState().complete).toBe(true);
  expect(calls).toBeLessThanOrEqual(3);
});

test('load keeps its rows when a page fails, has the error, and requests the page again', async () => {
  const server = new Server(150);
  const realOpen = server.open;
  let isBroken = true;
  server.open = async (query) => {
    if (query.after && isBroken) throw new Error('Failed to fetch users: The server cannot be reached');
    return realOpen(query);
  };
  const directory = directoryOf(server);
  directory.load();
  await vi.advanceTimersByTimeAsync(0);
  expect(directory.getState()).toMatchObject({ loaded: 100, total: 150, complete: false });
  expect(directory.getState().error?.message).toContain('cannot be reached');
  isBroken = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(directory.getState()).toMatchObject({ loaded: 150, complete: true, error: null });
});

test('load does not repeat a refused request until retry', async () => {
  const server = new Server(10);
  server.failures = [final];
  const directory = await loaded(server);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(directory.getState().error).toBe(final);
  expect(server.asked).toHaveLength(1);
  directory.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(directory.getState()).toMatchObject({ loaded: 10, complete: true, error: null });
});

test('put shows a saved row in its place and a new one on top, and remove takes a row away', async () => {
  const directory = await loaded(new Server(3));
  directory.put(row(2, 'Two', 5));
  directory.put(row(4, 'Four', 5));
  directory.remove('id-1');
  expect(names(directory)).toEqual(['Four', 'Row 3', 'Two']);
  expect(directory.getState().total).toBe(3);
});

test('refresh shows what others changed, and keeps the rows until then', async () => {
  const server = new Server(300);
  const directory = await loaded(server);
  server.rows = [row(301, 'New'), ...server.rows.filter((one) => one.id !== 'id-300')];
  const body = Promise.withResolvers<void>();
  server.hold = body.promise;
  directory.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(directory.getState()).toMatchObject({ loaded: 300, complete: true });
  body.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(names(directory).slice(0, 2)).toEqual(['New', 'Row 299']);
});

test('refresh does not undo a change with a page that was read before it', async () => {
  const server = new Server(300);
  const directory = await loaded(server);
  const body = Promise.withResolvers<void>();
  server.hold = body.promise;
  directory.refresh();
  await vi.advanceTimersByTimeAsync(0);
  directory.put(row(300, 'Edited', 5));
  directory.put(row(301, 'Created', 5));
  directory.remove('id-1');
  body.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(names(directory)).toHaveLength(300);
  expect(names(directory).slice(0, 2)).toEqual(['Created', 'Edited']);
  expect(names(directory)).not.toContain('Row 1');
});

test('refresh drops the rows with the reason when the list may no longer be read', async () => {
  const server = new Server(10);
  const directory = await loaded(server);
  server.failures = [final];
  directory.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(names(directory)).toEqual([]);
  expect(directory.getState()).toMatchObject({ error: final, complete: false, total: 0 });
});

test('load reads only the first page of a list with more rows than the browser holds', async () => {
  const server = new Server(350);
  server.wholeMax = 300;
  const directory = await loaded(server);
  expect(server.asked).toEqual([undefined]);
  expect(directory.getState()).toMatchObject({ loaded: 100, total: 350, complete: false, rest: 'id-251' });
  directory.load(60_000);
  await vi.advanceTimersByTimeAsync(600);
  expect(server.asked).toHaveLength(1);
});

test('a list that grew beyond what the browser holds lets its rows go, and one that shrank is held whole again', async () => {
  const server = new Server(250);
  const directory = await loaded(server);
  server.wholeMax = 200;
  directory.refresh();
  await vi.advanceTimersByTimeAsync(600);
  expect(directory.getState()).toMatchObject({ loaded: 100, total: 250, complete: false });
  server.rows = server.rows.slice(0, 150);
  directory.refresh();
  await vi.advanceTimersByTimeAsync(600);
  expect(directory.getState()).toMatchObject({ loaded: 150, total: 150, complete: true, rest: null });
});

test('drop forgets the rows and requests nothing more', async () => {
  const server = new Server(150);
  const directory = await loaded(server);
  directory.drop();
  directory.load();
  directory.refresh();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(names(directory)).toEqual([]);
  expect(server.asked).toHaveLength(2);
});

test.each([
  ['the user changed elsewhere is an act, so it shows at once', 'invalidate', [null]],
  ['others changed is not', 'follow', []],
] as const)('what a list that opens reads of what %s', async (_, told, acts) => {
  const server = new Server(3);
  const directory = await loaded(server);
  directory[told]();
  expect(server.asked, 'no screen shows the list').toHaveLength(1);
  directory.load(5_000);
  await vi.advanceTimersByTimeAsync(600);
  expect(server.asked).toHaveLength(2);
  expect(directory.acts).toEqual(acts);
});
