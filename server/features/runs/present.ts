import type { LineResult, Run, RunCounts, RunLine } from '../../../contract/runs.ts';
import { changesIn, hasEnded, lineResults } from '../../../contract/runs.ts';
import { scopeOf } from '../../kernel/access.ts';
import { type Context, reader } from '../../kernel/context.ts';
import type { LineRow } from './run-lines.repository.ts';
import { listUndoing, type RunRow } from './runs.repository.ts';

export const noCounts = Object.fromEntries(lineResults.map((result) => [result, 0])) as RunCounts;

/** The counts that include these results. */
export function countsWith(counts: RunCounts, results: readonly (LineResult | null)[]): RunCounts {
  const sum = { ...counts };
  for (const result of results) if (result) sum[result]++;
  return sum;
}

/** Whether there is something to undo: deleted rows cannot be restored. */
export function isUndoable(applied: RunCounts): boolean {
  return changesIn(applied) > applied.deleted;
}

export const readCounts = (json: string) => JSON.parse(json) as RunCounts;

export function isOwn(ctx: Context, run: Pick<RunRow, 'created_by'>): boolean {
  return run.created_by === ctx.actor.user_id;
}

export async function presentRuns(ctx: Context, rows: readonly RunRow[]): Promise<Run[]> {
  const undoing = await listUndoing(
    reader(ctx),
    rows.map((row) => row.id),
  );
  return rows.map((row) => present(ctx, row, undoing.get(row.id) ?? null));
}

export async function presentRun(ctx: Context, row: RunRow): Promise<Run> {
  return present(ctx, row, (await listUndoing(reader(ctx), [row.id])).get(row.id) ?? null);
}

function present(ctx: Context, row: RunRow, undone_by: string | null): Run {
  const planned = readCounts(row.planned);
  const applied = readCounts(row.applied);
  const isEnded = hasEnded(row);
  return {
    id: row.id,
    kind: row.kind,
    about: row.about,
    title: row.title,
    state: row.state,
    file: row.file === null ? null : JSON.parse(row.file),
    options: row.options === null ? null : JSON.parse(row.options),
    total: row.total,
    done: row.done,
    planned,
    applied,
    confirm: row.state === 'planned' ? row.confirm : null,
    problem: row.problem,
    undo_of: row.undo_of,
    undone_by,
    can: {
      apply: isOwn(ctx, row) && row.state === 'planned' && changesIn(planned) > 0,
      cancel: !isEnded,
      retry: isOwn(ctx, row) && isEnded && applied.rejected + applied.changed > 0,
      undo: isEnded && undone_by === null && isUndoable(applied),
    },
    created_by: row.updated_by_name,
    is_own: isOwn(ctx, row),
    created_at: row.created_at,
    ended_at: row.ended_at,
  };
}

/** A row that left the reader's scope is still named, but has no link. */
export function presentLine(row: LineRow, isInScope: (id: string) => boolean): RunLine {
  return {
    line: row.line,
    subject: {
      id: row.subject_id !== null && isInScope(row.subject_id) ? row.subject_id : null,
      name: row.subject_name,
    },
    planned: row.planned,
    result: row.result,
    reason: row.reason,
    changes: JSON.parse(row.changes),
  };
}

/** Whether the reader sees the runs of others: readers of the audit log with access to all locations. */
export function seesAllRuns(ctx: Context): boolean {
  return scopeOf(ctx).all && ctx.actor.permissions.has('audit.read');
}
