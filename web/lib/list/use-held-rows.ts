import { useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DirectoryView } from '../directory/index.ts';
import { useHeldView, useHold } from './hold.ts';

export interface HeldRowsOptions {
  /** What was asked for: another search, or more of it. */
  about: string;
  /** When the rows were read; 0 before they are there, or while they are those of another search. */
  readAt: number;
  /** 'Removed by another user just now' */
  whyLeft: string;
}

/** Rows of a page keep still while the user is at them, as the lists do. What the user saved shows at once. */
export function useHeldRows<Row extends { id: string }>(
  rows: readonly Row[],
  { about, readAt, whyLeft }: HeldRowsOptions,
) {
  const hold = useHold();
  const savedAt = Math.max(
    0,
    ...useMutationState({ filters: { status: 'success' }, select: ({ state }) => state.submittedAt }),
  );
  const isLoaded = readAt > 0;
  const view = useMemo(() => viewOfRows(rows, isLoaded), [rows, isLoaded]);
  const held = useHeldView(view, hold, `${about} ${readAt >= savedAt && savedAt}`, () => whyLeft);
  return {
    rows: Array.from({ length: held.reach }, (_, index) => held.row(index)).filter(
      (row) => row !== undefined,
    ),
    whyLeft: (id: string) => held.whyLeft?.(id),
    note: { hold, waiting: held.waiting },
  };
}

/** Rows that are all there, as a list. */
export function viewOfRows<Row extends { id: string }>(
  rows: readonly Row[],
  complete: boolean,
): DirectoryView<Row> {
  const { length } = rows;
  return {
    ...{ count: length, reach: length, total: length, loaded: length, version: rows, complete },
    ...{ searching: false, isExact: true, isFetching: false, error: null, acts: [] },
    row: (index) => rows[index],
    data: { byId: new Map(rows.map((row) => [row.id, row])) },
    refetch: () => {},
  };
}
