import type { Authorized } from '../../../kernel/access.ts';
import { changedBy } from '../../../kernel/stale.ts';
import { type Plan, rejected, unchanged } from '../decide/plan.pure.ts';
import type { RunRow } from '../runs.repository.ts';
import type { RequestedLine } from './read-lines.service.ts';
import type { Loaded, State, Subject } from './subject.pure.ts';

export interface Decided<Request, Act> extends Plan<Act, Request> {
  state: State | null;
}

/** For the preview and when it is applied. `expected` is the version that a row to change must have; null for any. */
export async function decideLine<Request, Act>(
  ctx: Authorized,
  run: RunRow,
  { missing }: Pick<Subject<Request, Act>, 'missing'>,
  loaded: Loaded<Request, Act>,
  { request, subject_id, rejected: reasons, note }: RequestedLine<Request>,
  expected: string | null,
): Promise<Decided<Request, Act>> {
  const state = (subject_id && loaded.states.get(subject_id)) || null;
  if (note !== undefined) return { ...unchanged(note), state };
  if (reasons !== null) return { ...rejected(...reasons), state };
  if (request === null) return { ...rejected(missing), state };
  if (subject_id !== null && !state) return { ...rejected(missing), state };
  const plan = loaded.decide(request, subject_id);
  if (plan.acts.length === 0 || !state || expected === null || expected === state.updated_at) {
    return { ...plan, state };
  }
  const by = await changedBy(ctx, state);
  const change = run.kind === 'undo' ? `${by} changed this since` : `Changed since the preview by ${by}`;
  return { ...rejected(change), decision: { result: 'changed', reason: change, changes: [] }, state };
}
