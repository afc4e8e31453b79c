/** Rows that are chosen, by their ids. */
export type Chosen<Row> = ReadonlyMap<string, Row>;

export function chosenOf<Row extends { id: string }>(rows: Iterable<Row>): Chosen<Row> {
  return new Map([...rows].map((row) => [row.id, row]));
}

/** Chooses a row, or no longer. */
export function toggled<Row extends { id: string }>(chosen: Chosen<Row>, row: Row): Chosen<Row> {
  const after = new Map(chosen);
  if (!after.delete(row.id)) after.set(row.id, row);
  return after;
}

export function withAll<Row extends { id: string }>(chosen: Chosen<Row>, rows: readonly Row[]): Chosen<Row> {
  return new Map([...chosen, ...chosenOf(rows)]);
}

/** The ids with one more, or one less. */
export function withOrWithout(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}
