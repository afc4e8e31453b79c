import { useState } from 'react';

interface Search {
  /** The search; null while its answer is on its way. */
  about: string | null;
  /** The same object as long as the answer is. */
  version: unknown;
}

/** All rows of the list, and which of them the picker offers: all without it. */
interface All<Row> {
  byId: ReadonlyMap<string, Row>;
  isOffered: ((row: Row) => boolean) | undefined;
}

export interface SteadyRows<Row> {
  rows: Row[];
  /** Those that others took away meanwhile: they keep their places, and cannot be chosen. */
  left: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/**
 * Options keep their places while a picker shows them: what others add comes last, and what they take away stays.
 * Of a large list only the best rows are known, not `all`: which of them is gone cannot be told there. Another
 * `isOffered` is the user's own doing, so its rows leave.
 */
export function useSteady<Row extends { id: string }>(
  best: Row[],
  { about, version }: Search,
  all: All<Row> | null,
): SteadyRows<Row> {
  // Remembers the places from one render to the next, without causing a render.
  'use no memo';
  const [former] = useState<Search & { isOffered?: All<Row>['isOffered']; rows: Row[] }>({
    ...{ about: null, version: null, rows: [] },
  });
  // The request of the server comes one render later.
  const isFormer = !all && about !== former.about && version === former.version;
  if (about === null || isFormer) return { rows: best, left: none };
  const added = new Map(best.map((row) => [row.id, row]));
  const left = new Set<string>();
  const remaining = (former.about === about ? former.rows : []).flatMap((row) => {
    const now = added.get(row.id) ?? all?.byId.get(row.id);
    if (now && (added.delete(row.id) || !all?.isOffered || all.isOffered(now))) return now;
    if (!all || all.isOffered !== former.isOffered) return [];
    left.add(row.id);
    return now ?? row;
  });
  Object.assign(former, {
    about,
    version,
    isOffered: all?.isOffered,
    rows: [...remaining, ...added.values()],
  });
  return { rows: former.rows, left };
}
