import { useState } from 'react';

interface Steady<Row> {
  about: string;
  rows: readonly Row[];
  ids: readonly string[];
}

/**
 * Options keep their places while a picker shows them: what others add comes last, and what they removed leaves. `about`
 * is the search; null while the list is loading.
 */
export function useSteady<Row extends { id: string }>(rows: Row[], about: string | null): Row[] {
  const [last, setLast] = useState<Steady<Row> | null>(null);
  if (about === null) return rows;
  if (last?.rows === rows && last.about === about) return inPlaces(rows, last.ids);
  const ids = last?.about === about ? placesOf(rows, last.ids) : rows.map(({ id }) => id);
  setLast({ about, rows, ids });
  return inPlaces(rows, ids);
}

function placesOf(rows: readonly { id: string }[], before: readonly string[]): string[] {
  const known = new Set(before);
  const now = new Set(rows.map(({ id }) => id));
  return [...before.filter((id) => now.has(id)), ...[...now].filter((id) => !known.has(id))];
}

function inPlaces<Row extends { id: string }>(rows: Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
