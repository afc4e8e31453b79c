import { bulkPermissions, mayImport, runReadPermissions } from '../../../contract/access/acts.ts';
import type { Permission } from '../../../contract/access/permissions.ts';
import {
  changesIn,
  hasEnded,
  isWorking,
  type LineResult,
  lineResults,
  type Run,
  type RunCounts,
  type RunSubject,
} from '../../../contract/runs.ts';
import { forbidden } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import type { RunRow } from './runs.repository.ts';

export function isOwn({ actor }: Context, run: Pick<RunRow, 'created_by' | 'token_id'>): boolean {
  return run.created_by === actor.user_id && (!actor.token || run.token_id === actor.token.id);
}

export function mayRead(ctx: Context, { about }: Pick<RunRow, 'about'>): boolean {
  return ctx.actor.permissions.has(runReadPermissions[about]);
}

export function mayMake(ctx: Context, run: Pick<RunRow, 'about' | 'act'>): boolean {
  const has = (permission: Permission) => ctx.actor.permissions.has(permission);
  const act = run.act;
  return act ? bulkPermissions(act.act).every(has) : mayImport(run.about, has);
}

/** Their own, or one whose changes they may make. */
export function mayStop(
  ctx: Context,
  run: Pick<RunRow, 'about' | 'act' | 'created_by' | 'token_id'>,
): boolean {
  return isOwn(ctx, run) || mayMake(ctx, run);
}

/** It has changed nothing, and is no record of an attempt. */
export function isDiscardable({ state, applied }: Pick<RunRow, 'state' | 'applied'>): boolean {
  return state !== 'applying' && state !== 'done' && changesIn(applied) === 0;
}

/** Each as its use case decides. */
export function actsOn(
  ctx: Context,
  row: RunRow,
  { undone_by, pending_undo }: Pick<Run, 'undone_by' | 'pending_undo'>,
): Run['can'] {
  const hasUndo = undone_by !== null || pending_undo !== null;
  return {
    apply: isOwn(ctx, row) && row.state === 'planned' && changesIn(row.planned) > 0,
    cancel: isWorking(row) && mayStop(ctx, row),
    discard: isDiscardable(row) && mayStop(ctx, row),
    retry: isOwn(ctx, row) && hasEnded(row) && row.retryable > 0 && !hasUndo,
    undo: hasEnded(row) && !hasUndo && isUndoable(row.applied) && mayMake(ctx, row),
  };
}

/** @throws ApiError 403 for an actor who may neither add nor edit rows of this list. */
export function requireImport(ctx: Context, about: RunSubject): void {
  if (!mayImport(about, (permission) => ctx.actor.permissions.has(permission))) throw forbidden(ctx);
}

export const noCounts = Object.fromEntries(lineResults.map((result) => [result, 0])) as RunCounts;

export function countsWith(counts: RunCounts, results: readonly (LineResult | null)[]): RunCounts {
  const sum = { ...counts };
  for (const result of results) if (result) sum[result]++;
  return sum;
}

/** Deleted rows cannot be restored. */
export function isUndoable(applied: RunCounts): boolean {
  return changesIn(applied) > applied.deleted;
}
