import type { OwnAction } from '../../../contract/audit.ts';
import { describeCounts, type RunTense } from '../../../contract/run-words.ts';
import { systemContext } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { InTransaction } from '../../kernel/context.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import type { RunRow } from './runs.repository.ts';

type RunAction = Extract<OwnAction, `run.${string}`>;

/** The changes that a run makes have entries of their own. */
export function auditRun(
  ctx: InTransaction,
  action: RunAction,
  { id, title, created_by: owner_id }: Pick<RunRow, 'id' | 'title' | 'created_by'>,
  details: { lines?: string; problem?: string } = {},
): void {
  const request = { ...ctx.request, run_id: id };
  audit({ ...ctx, request }, { action, subject: { type: 'run', id, name: title }, details, owner_id });
}

/** They name nobody. */
export function inWords(
  { kind, planned, applied }: Pick<RunRow, 'kind' | 'planned' | 'applied'>,
  tense: RunTense,
) {
  return { lines: describeCounts(kind, tense, tense === 'before' ? planned : applied) };
}

/** Its creator, whose changes they were, is told by the server. One row, which changes with the run. */
export function notifyCreator(
  { app, request, tx }: InTransaction,
  { id, title, created_by }: Pick<RunRow, 'id' | 'title' | 'created_by'>,
  state: 'planned' | 'done' | 'failed',
  lines = '',
): void {
  if (created_by === null) return;
  const receivers = { to: 'users', ids: [created_by] } as const;
  const subject = { type: 'run', id, name: title } as const;
  notify(
    { ...systemContext(app, 'Server', request), tx },
    { kind: 'run', receivers, subject, isOneRow: true, details: { state, lines } },
  );
}
