import type { Act } from '../../../../contract/access/acts.ts';
import type { FieldChange } from '../../../../contract/fields/field-change.ts';
import type { LineReason } from '../../../../contract/runs.ts';
import { type RuleActor, whyNotAct } from '../../../kernel/rules.ts';
import type { Decision } from '../line-request.pure.ts';

export interface Plan<Act, Request> {
  decision: Decision;
  acts: Act[];
  undo: Request | null;
  /** An active user is deactivated, or a user loses a role or a location. */
  losesAccess?: boolean;
  /** An administrator who can sign in. */
  removesAdmin?: boolean;
}

/** The reader sees all of them. */
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

export function whyNotActs(acts: readonly (Act | false | null)[], actor: RuleActor): string[] {
  return acts.flatMap((act) => (act ? whyNotAct(act, actor) : []));
}

/**
 * Later steps say what exists: who lacks permissions is told nothing about the row, and that a value is taken comes
 * last, because its holder may be out of scope.
 */
export function firstReasons(...steps: readonly (readonly string[])[]): string[] {
  return [...new Set(steps.find((reasons) => reasons.length > 0))];
}

/** In words. */
export function changesOf<Field extends string>(
  labels: Record<Field, string>,
  before: Partial<Record<Field, string | null>>,
  after: { [K in Field]?: string | null | undefined },
): FieldChange[] {
  return (Object.keys(labels) as Field[])
    .filter((field) => after[field] !== undefined && (after[field] ?? null) !== (before[field] ?? null))
    .map((field) => ({
      field: labels[field],
      before: before[field] ?? null,
      after: after[field] ?? null,
    }));
}
