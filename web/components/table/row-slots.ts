import { useState } from 'react';

/** React keys for the visible rows. */
export interface RowSlots {
  byRow: ReadonlyMap<string, number>;
  next: number;
}

export const noSlots: RowSlots = { byRow: new Map(), next: 0 };

/**
 * For another search, filter or sort (`isAnother`) the first row takes the slot of the former first one, and so on:
 * creating elements costs twice as much, and moved elements are styled again.
 */
export function takeSlots({ byRow, next }: RowSlots, rows: readonly string[], isAnother: boolean): RowSlots {
  const slots = [...byRow.values()];
  const taken = new Map<string, number>();
  let unused = next;
  for (const [place, row] of rows.entries())
    taken.set(row, (isAnother ? slots[place] : byRow.get(row)) ?? unused++);
  return { byRow: taken, next: unused };
}

export function useRowSlots(rows: readonly string[], order: string): ReadonlyMap<string, number> {
  // Remembers the visible rows from one render to the next, without causing a render.
  'use no memo';
  const [former] = useState({ slots: noSlots, order });
  // A focused element stays with its row, so that the user does not continue in another one.
  const isAnother = former.order !== order && !document.activeElement?.closest('[data-row]');
  former.slots = takeSlots(former.slots, rows, isAnother);
  former.order = order;
  return former.slots.byRow;
}

/** The rows at these indexes with the keys of their elements. `order` is another one when rows may change their places. */
export function useShownRows<Row extends { id: string }>(
  indexes: readonly number[],
  row: (index: number) => Row | undefined,
  order: string,
) {
  const rows = indexes.map((index) => ({ index, value: row(index) }));
  const names = rows.map(({ index, value }) => value?.id ?? String(index));
  const slots = useRowSlots(names, order);
  return rows.map((one, place) => ({ ...one, slot: slots.get(names[place] ?? '') }));
}
