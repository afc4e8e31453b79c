import { act, fireEvent, render } from '@testing-library/react';
import { type RefObject, useCallback, useRef } from 'react';
import { expect, test } from 'vitest';
import { scrollToRow, useRowsInView } from './rows-in-view.ts';

/** As high as every element in these tests (`web/testing/setup.ts`). */
const boxPx = 800;
const rowHeight = 60;
const around = 2;

interface Drawn {
  indexes: number[];
  above: number;
  below: number;
  renders: number;
}

function openList(count: number, options: { startPx?: number } = {}) {
  const drawn: Drawn = { indexes: [], above: 0, below: 0, renders: 0 };
  const box: RefObject<HTMLDivElement | null> = { current: null };
  function List({ rows }: { rows: number }) {
    const scroller = useRef<HTMLDivElement>(null);
    const { indexes, above, below } = useRowsInView({
      ...{ count: rows, rowHeight, around, ...options },
      findScroller: useCallback(() => scroller.current, []),
    });
    Object.assign(drawn, { indexes, above, below, renders: drawn.renders + 1 });
    return (
      <div
        ref={(element) => {
          scroller.current = element;
          box.current = element;
        }}
      />
    );
  }
  const { rerender } = render(<List rows={count} />);
  const scroller = box.current as HTMLDivElement;
  return {
    drawn,
    scroller,
    setCount: (rows: number) => rerender(<List rows={rows} />),
    scroll: (top: number) => {
      scroller.scrollTop = top;
      // Outside of `act`: what is drawn when the event has ended is what the browser paints.
      fireEvent.scroll(scroller);
    },
  };
}

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('the rows in view and two above and below them are rendered, wherever the list is scrolled to', () => {
  const count = 1000;
  const { drawn, scroll } = openList(count);
  expect(drawn.indexes).toEqual(between(0, 15));
  let seed = 7;
  for (let time = 0; time < 200; time++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const top = seed % (count * rowHeight - boxPx);
    scroll(top);
    const first = Math.floor(top / rowHeight);
    const last = Math.ceil((top + boxPx) / rowHeight) - 1;
    expect(drawn.indexes, `at ${top}`).toEqual(
      between(Math.max(0, first - around), Math.min(count - 1, last + around)),
    );
    expect(drawn.above + drawn.indexes.length * rowHeight + drawn.below).toBe(count * rowHeight);
  }
});

test('scrolling renders when another row comes into view, and not before', () => {
  const { drawn, scroll } = openList(1000);
  scroll(6000);
  const { renders } = drawn;
  for (const top of [6001, 6010, 6030]) scroll(top);
  expect(drawn.renders).toBe(renders);
  scroll(6060);
  expect(drawn.renders).toBe(renders + 1);
});

test.each([
  [0, [], 0],
  [1, [0], 0],
  [3, [0, 1, 2], 0],
  [30, between(14, 29), 14 * rowHeight],
])('a scrolled list that now has %i rows shows its last ones', (count, indexes, above) => {
  const { drawn, scroll, setCount } = openList(1000);
  scroll(30_000);
  setCount(count);
  expect([drawn.indexes, drawn.above, drawn.below]).toEqual([indexes, above, 0]);
});

test('a list below other content is measured from where it begins', () => {
  const { drawn, scroll } = openList(1000, { startPx: 600 });
  expect(drawn.indexes).toEqual(between(0, 5));
  scroll(1200);
  expect(drawn.indexes).toEqual(between(8, 25));
});

test('a box that gets higher shows more rows', () => {
  let tell = () => {};
  const before = globalThis.ResizeObserver;
  globalThis.ResizeObserver = class {
    constructor(callback: () => void) {
      tell = callback;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof ResizeObserver;
  const { drawn, scroller } = openList(1000);
  globalThis.ResizeObserver = before;
  Object.defineProperty(scroller, 'clientHeight', { value: 1200 });
  act(tell);
  expect(drawn.indexes).toEqual(between(0, 21));
});

test.each([
  ['above', 1000, 5, 300],
  ['in view', 1000, 20, 1000],
  ['partly below', 1000, 29, 1000],
  ['below', 1000, 40, 41 * rowHeight - boxPx],
])('a row that is %s is scrolled to as little as needed', (_, top, index, expected) => {
  const { scroller } = openList(1000);
  scroller.scrollTop = top;
  scrollToRow(scroller, index, rowHeight);
  expect(scroller.scrollTop).toBe(expected);
});
