import { useEffect, useState } from 'react';
import type { SchemaForm } from './form.ts';

interface Versioned {
  id: string;
  updated_at: string;
}

export interface Conflict {
  /** The value that the other user saved, as text. */
  theirs: string;
  keepMine: () => void;
  takeTheirs: () => void;
}

/** What others changed in the row since the form was opened. */
export interface Followed<Name extends string> {
  changed: readonly { name: Name; before: string; after: string }[];
  at: string;
  conflicts: Partial<Record<Name, Conflict>>;
  /** The fields that have just taken another value. */
  marked: ReadonlySet<Name>;
}

export interface FollowRow<Row, Values, Output> {
  /** The row that the form shows: its version is sent with the save. */
  seen: Row;
  onSeen: (row: Row) => void;
  /** The row as the browser knows it now. */
  now: Row | undefined;
  form: SchemaForm<Values, Output>;
  valuesOf: (row: Row) => Values;
}

const markMs = 1_300;

/**
 * Takes what others change in the row while its form is open: a field that the user did not touch follows, typed values
 * stay, and a field that both changed asks which value counts.
 */
export function useFollowRow<Row extends Versioned, Values extends object, Output>({
  seen,
  onSeen,
  now,
  form,
  valuesOf,
}: FollowRow<Row, Values, Output>): Followed<Extract<keyof Values, string>> | null {
  type Name = Extract<keyof Values, string>;
  const [first] = useState(() => valuesOf(seen));
  const [theirs, setTheirs] = useState<ReadonlyMap<Name, unknown>>(new Map());
  const [marked, setMarked] = useState<ReadonlySet<Name>>(new Set());
  const [at, setAt] = useState<string | null>(null);
  const isNews = now !== undefined && now.id === seen.id && now.updated_at > seen.updated_at;

  useEffect(() => {
    if (!isNews || form.formState.isSubmitting) return;
    const [before, after] = [valuesOf(seen), valuesOf(now)];
    const changed = (Object.keys(after) as Name[]).filter((name) => !isSame(before[name], after[name]));
    const untouched = changed.filter((name) => isSame(form.values[name], before[name]));
    const values = { ...form.values };
    for (const name of untouched) values[name] = after[name];
    const both = changed.filter((name) => !isSame(values[name], after[name]));
    form.rebase(after, values);
    setTheirs((known) => new Map([...known, ...both.map((name) => [name, after[name]] as const)]));
    setMarked(new Set(untouched));
    if (changed.length > 0) setAt(now.updated_at);
    onSeen(now);
  }, [isNews, now, seen, form, valuesOf, onSeen]);

  useEffect(() => {
    if (marked.size === 0) return;
    const timer = setTimeout(() => setMarked(new Set()), markMs);
    return () => clearTimeout(timer);
  }, [marked]);

  if (at === null) return null;
  const last = valuesOf(seen);
  const forget = (name: Name) => setTheirs((known) => new Map([...known].filter(([one]) => one !== name)));
  const conflicts = [...theirs].map(([name, value]) => [
    name,
    {
      theirs: textOf(value),
      keepMine: () => forget(name),
      takeTheirs: () => {
        form.setValue(name, value as Values[Name]);
        forget(name);
      },
    },
  ]);
  const changed = (Object.keys(last) as Name[])
    .filter((name) => !isSame(first[name], last[name]))
    .map((name) => ({ name, before: textOf(first[name]), after: textOf(last[name]) }));
  return changed.length === 0 ? null : { changed, at, conflicts: Object.fromEntries(conflicts), marked };
}

function isSame(a: unknown, b: unknown) {
  return JSON.stringify(a) === JSON.stringify(b);
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return `${value.length} chosen`;
  return value === null || value === undefined || value === '' ? 'None' : String(value);
}
