import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';

export interface StillRowsOptions {
  /** What was asked for: another search, or more of it. */
  about: string;
  /** When the rows were read; 0 before they are there, or while they are those of another search. */
  readAt: number;
  /** 'Removed by another user just now' */
  whyLeft: string;
}

/**
 * The rows of a page stay where they are while others change them: what came waits for Show, and what left is marked.
 * What the user saved shows at once.
 */
export function useStillRows<Row extends { id: string }>(
  rows: readonly Row[],
  { about, readAt, whyLeft }: StillRowsOptions,
) {
  const savedAt = Math.max(
    0,
    ...useMutationState({ filters: { status: 'success' }, select: ({ state }) => state.submittedAt }),
  );
  const order = `${about} ${readAt > 0} ${readAt >= savedAt && savedAt}`;
  const [shown, setShown] = useState({ order, rows });
  if (shown.order !== order) setShown({ order, rows });
  const former = shown.order === order ? shown.rows : rows;
  const now = new Map(rows.map((row) => [row.id, row]));
  const here = new Set(former.map(({ id }) => id));
  const changes =
    rows.filter(({ id }) => !here.has(id)).length + former.filter(({ id }) => !now.has(id)).length;
  return {
    rows: former.map((row) => now.get(row.id) ?? row),
    whyLeft: (id: string) => (now.has(id) ? undefined : whyLeft),
    note: { waiting: changes > 0 ? changes : null, onShow: () => setShown({ order, rows }) },
  };
}
