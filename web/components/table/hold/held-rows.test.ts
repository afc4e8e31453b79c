import { expect, test } from 'vitest';
import type { DirectoryView } from '../../../lib/directory/index.ts';
import { HeldRows } from './held-rows.ts';

interface Row {
  id: string;
  value: number;
}

const row = (id: string, value = 0): Row => ({ id, value });
const whyLeft = () => 'gone';

/** A whole list with these rows. */
function viewOf(rows: readonly Row[], acts: (string | null)[] = [], all = rows): DirectoryView<Row> {
  return {
    ...{ count: rows.length, reach: rows.length, total: all.length, loaded: all.length, version: rows },
    ...{ searching: false, isExact: true, complete: true, isFetching: false, error: null, acts },
    row: (index) => rows[index],
    data: { byId: new Map(all.map((one) => [one.id, one])) },
    refetch: () => {},
  };
}

function shownBy({ reach, row: at }: DirectoryView<Row>) {
  return Array.from({ length: reach }, (_, index) => `${at(index)?.id}${at(index)?.value || ''}`).join(' ');
}

function hold(rows: readonly Row[], acts: (string | null)[] = []) {
  const held = new HeldRows<Row>();
  held.arrange(viewOf(rows, acts), 'by name', whyLeft);
  held.isHeld = true;
  return held;
}

const abc = ['a', 'b', 'c', 'd'].map((id) => row(id));

test('rows that come, move and leave wait, while values change in place', () => {
  const held = hold(abc);
  const now = [row('d', 4), row('new'), row('a'), row('c', 3)];
  const view = held.arrange(viewOf(now), 'by name', whyLeft);
  expect(shownBy(view)).toBe('a b c3 d4');
  expect(view.waiting).toEqual({ added: 1, moved: 1, left: 1 });
  expect(['a', 'b'].map((id) => view.whyLeft?.(id))).toEqual([undefined, 'gone']);
  expect(view.count, 'counts change at once').toBe(4);
});

test('a row that a filter hides now stays with its new values', () => {
  const held = hold(abc);
  const all = [row('a'), row('b', 7), row('c'), row('d')];
  const view = held.arrange(viewOf([abc[0], abc[2], abc[3]] as Row[], [], all), 'by name', whyLeft);
  expect(shownBy(view)).toBe('a b7 c d');
});

test('what the user did shows at once, and what others did still waits', () => {
  const acts: string[] = [];
  const held = hold(abc, acts);
  held.arrange(viewOf([row('x'), ...abc], acts), 'by name', whyLeft);
  acts.push('mine', 'b');
  const view = held.arrange(
    viewOf([row('x'), abc[0], abc[2], row('mine'), abc[3]] as Row[], acts),
    'by name',
    whyLeft,
  );
  expect(shownBy(view)).toBe('a c mine d');
  expect(view.waiting).toEqual({ added: 1, moved: 0, left: 0 });
});

test.each([
  ['another search', 'by number', [] as null[]],
  ['a list that the user had fetched again', 'by name', [null]],
])('%s shows everything', (_, order, acts) => {
  const held = hold(abc);
  const view = held.arrange(viewOf([row('x'), ...abc], acts), order, whyLeft);
  expect(shownBy(view)).toBe('x a b c d');
  expect(view.waiting).toBeUndefined();
});

test('letting go shows everything, tells how far a row moves, and begins anew', () => {
  const held = hold(abc);
  const now = viewOf([row('x'), row('y'), ...abc]);
  const turn = held.arrange(now, 'by name', whyLeft).turn;
  expect(held.letGo('c')).toBe(2);
  const shown = held.arrange(now, 'by name', whyLeft);
  expect(shownBy(shown)).toBe('x y a b c d');
  expect(shown.turn, 'the elements stay where they are').not.toBe(turn);
  const next = held.arrange(viewOf([row('z'), ...abc]), 'by name', whyLeft);
  expect(shownBy(next)).toBe('x y a b c d');
  expect(next.waiting).toEqual({ added: 1, moved: 0, left: 2 });
});

/** A large list: some rows are loaded, from the beginning. */
function largeOf(rows: readonly (Row | undefined)[], count: number): DirectoryView<Row> {
  const known = rows.filter((one) => one !== undefined);
  return {
    ...viewOf(known),
    ...{ count, reach: rows.length, version: rows, complete: false, row: (index: number) => rows[index] },
    windows: {
      ...{ loaded: known.length, total: count, isFromEnd: false, first: 0 },
      see() {},
      turn() {},
    },
  };
}

test('a large list holds still, and takes the rows that are scrolled to after those that are shown', () => {
  const held = new HeldRows<Row>();
  const rows = Array.from({ length: 400 }, (_, index) => row(`r${index}`));
  const half = rows.map((one, index) => (index < 200 ? one : undefined));
  held.arrange(largeOf(half, 900), 'by name', whyLeft);
  held.isHeld = true;
  const added = [row('new'), ...rows.slice(0, 10), ...rows.slice(11)];
  const first = held.arrange(largeOf([...added.slice(0, 200), ...half.slice(200)], 900), 'by name', whyLeft);
  expect(first.row(0)?.id).toBe('r0');
  expect([first.whyLeft?.('r10'), first.waiting]).toEqual(['gone', { added: 1, moved: 0, left: 1 }]);
  const view = held.arrange(largeOf(added, 900), 'by name', whyLeft);
  const ids = Array.from({ length: 399 }, (_, index) => view.row(index)?.id);
  expect(ids).toEqual(rows.slice(0, 399).map(({ id }) => id));
});

test('random changes move no held row, and letting go shows the list as it is', () => {
  let seed = 20;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (let round = 0; round < 40; round++) {
    let rows = Array.from({ length: 30 }, (_, index) => row(`r${index}`));
    const held = hold(rows);
    const before = rows.map(({ id }) => id);
    for (let change = 0; change < 15; change++) {
      const at = random(rows.length);
      const kind = random(4);
      if (kind === 0) rows = rows.toSpliced(at, 0, row(`n${round}-${change}`));
      if (kind === 1) rows = rows.toSpliced(at, 1);
      if (kind === 2) rows = rows.toSpliced(random(rows.length), 0, ...rows.splice(at, 1));
      if (kind === 3) rows = rows.with(at, row(rows[at]?.id ?? '', change));
      rows = [...rows];
      const view = held.arrange(viewOf(rows), 'by name', whyLeft);
      expect(Array.from({ length: 30 }, (_, index) => view.row(index)?.id)).toEqual(before);
    }
    const last = viewOf(rows);
    held.arrange(last, 'by name', whyLeft);
    held.letGo(undefined);
    expect(shownBy(held.arrange(last, 'by name', whyLeft))).toBe(shownBy(last));
  }
});
