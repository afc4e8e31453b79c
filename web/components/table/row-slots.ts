import { useState } from 'react';

/** React's keys of the rows in sight. */
export interface RowSlots {
  byRow: ReadonlyMap<string, number>;
  next: number;
}

export const noSlots: RowSlots = { byRow: new Map(), next: 0 };

/**
 * A row keeps its slot for as long as it is in sight. For another search, filter or order (`isAnother`) the first row takes the
 * slot of the first one before, and so on. Elements that are made anew cost twice as much at each key, and moved ones are styled anew.
 */
export function takeSlots({ byRow, next }: RowSlots, rows: readonly string[], isAnother: boolean): RowSlots {
  const slots = [...byRow.values()];
  const taken = new Map<string, number>();
  let unused = next;
  for (const [place, row] of rows.entries())
    taken.set(row, (isAnother ? slots[place] : byRow.get(row)) ?? unused++);
  return { byRow: taken, next: unused };
}

/** The slots of these rows. `order` is another text for another search, filter or order. */
export function useRowSlots(rows: readonly string[], order: string): ReadonlyMap<string, number> {
  // What was in sight is remembered from one render to the next without a render of its own.
  'use no memo';
  const [kept] = useState({ slots: noSlots, order });
  // An element that has the focus goes with its row: nobody should go on in another one.
  const isAnother = kept.order !== order && !document.activeElement?.closest('[data-row]');
  kept.slots = takeSlots(kept.slots, rows, isAnother);
  kept.order = order;
  return kept.slots.byRow;
}
