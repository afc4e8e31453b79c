import { useState } from 'react';

/**
 * Options keep their places while a picker shows them: what others add comes last, and what they removed leaves. `about`
 * is the search; null while the list is loading.
 */
export function useSteady<Row extends { id: string }>(rows: Row[], about: string | null): Row[] {
  // Remembers the places from one render to the next, without causing a render.
  'use no memo';
  const [former] = useState<{ about: string | null; ids: readonly string[] }>({ about: null, ids: [] });
  if (about === null) return rows;
  former.ids = former.about === about ? placesOf(rows, former.ids) : rows.map(({ id }) => id);
  former.about = about;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return former.ids.flatMap((id) => byId.get(id) ?? []);
}

function placesOf(rows: readonly { id: string }[], before: readonly string[]): string[] {
  const known = new Set(before);
  const now = new Set(rows.map(({ id }) => id));
  return [...before.filter((id) => now.has(id)), ...[...now].filter((id) => !known.has(id))];
}
