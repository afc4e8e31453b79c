import type { FieldChange } from '../../../../contract/fields/field-change.ts';
import type { LineReason } from '../../../../contract/runs.ts';
import type { Decision } from '../asked.ts';

/** The plan of a line: its acts in order, and the request that undoes them. */
export interface Plan<Act, Asked> {
  decision: Decision;
  acts: Act[];
  undo: Asked | null;
  /** An active user is deactivated, or a user loses a role or a location. */
  cutsAccess: boolean;
  /** Whether the line removes an administrator who can sign in. */
  removesAdmin: boolean;
}

/** Refuses a line for these reasons, all of which the reader sees. */
export function rejected(...reasons: (string | LineReason)[]): Plan<never, never> {
  const all = reasons.map((reason) => (typeof reason === 'string' ? { text: reason, repairs: [] } : reason));
  const isPlain = all.length === 1 && all[0]?.repairs.length === 0;
  const texts = all.map(({ text }) => (all.length === 1 || /[.?!]$/.test(text) ? text : `${text}.`));
  const reason = texts.join(' ');
  return left({ result: 'rejected', reason, ...(!isPlain && { reasons: all }), changes: [] });
}

export function unchanged(reason: string | null = null): Plan<never, never> {
  return left({ result: 'unchanged', reason, changes: [] });
}

function left(decision: Decision): Plan<never, never> {
  return { decision, acts: [], undo: null, cutsAccess: false, removesAdmin: false };
}

/** The first reason to refuse. A check runs only when no earlier one refused. */
export function firstReason(...checks: (() => string | null | undefined | false)[]): string | null {
  for (const check of checks) {
    const reason = check();
    if (reason) return reason;
  }
  return null;
}

/** The fields that change, as before and after in words. */
export function changesOf<Field extends string>(
  labels: Record<Field, string>,
  before: Partial<Record<Field, string | null>>,
  after: Partial<Record<Field, string | null>>,
): FieldChange[] {
  return (Object.keys(labels) as Field[])
    .filter((field) => after[field] !== undefined && (after[field] ?? null) !== (before[field] ?? null))
    .map((field) => ({
      field: labels[field],
      before: before[field] ?? null,
      after: after[field] ?? null,
    }));
}
