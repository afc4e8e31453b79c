import { useState } from 'react';

/** React's keys of the rows in sight. */
export interface RowSlots {
  byRow: ReadonlyMap<string, number>;
  next: number;
}

export const noSlots: RowSlots = { byRow: new Map(), next: 0 };

/**
 * A row keeps its slot for as long as it is in sight. For another search, filter or order (`mayLend`) the rows that go lend
 * theirs, and so the elements, to those that come: elements that are made anew cost twice as much at each key.
 */
export function takeSlots({ byRow, next }: RowSlots, rows: readonly string[], mayLend: boolean): RowSlots {
  const here = new Set(rows);
  const free = mayLend ? [...byRow].flatMap(([row, slot]) => (here.has(row) ? [] : slot)).reverse() : [];
  const taken = new Map<string, number>();
  let unused = next;
  for (const row of here) taken.set(row, byRow.get(row) ?? free.pop() ?? unused++);
  return { byRow: taken, next: unused };
}

/** The slots of these rows. `order` is another text for another search, filter or order. */
export function useRowSlots(rows: readonly string[], order: string): ReadonlyMap<string, number> {
  // What was in sight is remembered from one render to the next without a render of its own.
  'use no memo';
  const [kept] = useState({ slots: noSlots, order });
  // An element that has the focus goes with its row: nobody should go on in another one.
  const mayLend = kept.order !== order && !document.activeElement?.closest('[data-row]');
  kept.slots = takeSlots(kept.slots, rows, mayLend);
  kept.order = order;
  return kept.slots.byRow;
}
