import { type RawBuilder, sql } from 'kysely';
import { isOneOf, whereAll } from '../platform/database/query.ts';
import { type Authorized, scopeOf } from './access.ts';
import type { Queryable } from './database/database.ts';

export type RunScope = { all: true } | { all: false; created_by: string };

/** The others are for readers of the audit log with access to all locations. */
export function seesAllRuns(ctx: Authorized): boolean {
  return scopeOf(ctx).all && ctx.actor.permissions.has('audit.read');
}

export function runScopeOf(ctx: Authorized): RunScope {
  const { user_id } = ctx.actor;
  if (user_id === null || seesAllRuns(ctx)) return { all: true };
  return { all: false, created_by: user_id };
}

/** A run that is gone, or that the reader may not see, changed nothing. Never null, for `not`. */
export function isChangedByRun(
  db: Queryable,
  column: string,
  run_ids: readonly string[],
  scope: RunScope,
): RawBuilder<boolean> {
  const conditions = [
    isOneOf(db, 'run_lines.run_id', run_ids),
    sql`run_lines.subject_id is not null`,
    sql`run_lines.result in ('created', 'updated', 'deactivated')`,
    sql`runs.discarded_at is null`,
    ...(scope.all ? [] : [sql`runs.created_by = ${scope.created_by}`]),
  ];
  return sql`${sql.ref(column)} in (select run_lines.subject_id
    from run_lines join runs on runs.id = run_lines.run_id ${whereAll(conditions)})`;
}
