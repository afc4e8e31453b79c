import { namedMaxRows } from '../../../contract/fields/limits.ts';

/** Rows by their ids, null for those that the reader may not see. What is asked for at once is one request. */
export function batchIds<Row extends { id: string }>(
  read: (ids: string[]) => Promise<readonly Row[]>,
): (id: string) => Promise<Row | null> {
  let waiting: { ids: string[]; rows: Promise<ReadonlyMap<string, Row>> } | null = null;
  return async (id) => {
    if (!waiting || waiting.ids.length >= namedMaxRows) {
      const ids: string[] = [];
      const rows = Promise.resolve()
        .then(() => {
          if (waiting?.ids === ids) waiting = null;
          return read(ids);
        })
        .then((found) => new Map(found.map((row) => [row.id, row])));
      waiting = { ids, rows };
    }
    waiting.ids.push(id);
    return (await waiting.rows).get(id) ?? null;
  };
}
