import type { Act } from '../../../../contract/access/acts.ts';
import type { FieldChange } from '../../../../contract/fields/field-change.ts';
import type { LineReason } from '../../../../contract/runs.ts';
import { type RuleActor, whyNotAct } from '../../../kernel/rules.ts';
import type { Decision } from '../line-request.pure.ts';

/** The plan of a line: its acts in order, and the request that undoes them. */
export interface Plan<Act, Request> {
  decision: Decision;
  acts: Act[];
  undo: Request | null;
  /** An active user is deactivated, or a user loses a role or a location. */
  losesAccess?: boolean;
  /** Whether the line removes an administrator who can sign in. */
  removesAdmin?: boolean;
}

/** Refuses a line for these reasons, all of which the reader sees. */
export function rejected(...reasons: (string | LineReason)[]): Plan<never, never> {
  const all = reasons.map((reason) => (typeof reason === 'string' ? { text: reason, repairs: [] } : reason));
  const isPlain = all.length === 1 && all[0]?.repairs.length === 0;
  const texts = all.map(({ text }) => (all.length === 1 || /[.?!]$/.test(text) ? text : `${text}.`));
  const reason = texts.join(' ');
  return noAction({ result: 'rejected', reason, ...(!isPlain && { reasons: all }), changes: [] });
}

export function unchanged(reason: string | null = null): Plan<never, never> {
  return noAction({ result: 'unchanged', reason, changes: [] });
}

function noAction(decision: Decision): Plan<never, never> {
  return { decision, acts: [], undo: null };
}

/** Why the actor may not do these acts. */
export function whyNotActs(acts: readonly (Act | false | null)[], actor: RuleActor): string[] {
  return acts.flatMap((act) => (act ? whyNotAct(act, actor) : []));
}

/**
 * The reasons of the first step that has some, each once. Later steps say what exists: whose permissions do not suffice
 * is told nothing about the row, and that a value is taken is told last, because its holder may be out of scope.
 */
export function firstReasons(...steps: readonly (readonly string[])[]): string[] {
  return [...new Set(steps.find((reasons) => reasons.length > 0))];
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
