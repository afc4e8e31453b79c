import { type RawBuilder, sql } from 'kysely';
import { isOneOf, whereAll } from '../platform/database/query.ts';
import { type Authorized, scopeOf } from './access.ts';
import type { Queryable } from './database/database.ts';

/** An API token sees the runs that it started. */
export type RunScope = { all: true } | { all: false; created_by: string; token_id?: string | undefined };

/** The others are for readers of the audit log with access to all locations. */
export function seesAllRuns(ctx: Authorized): boolean {
  return scopeOf(ctx).all && ctx.actor.permissions.has('audit.read');
}

export function runScopeOf(ctx: Authorized): RunScope {
  const { user_id, token } = ctx.actor;
  if (user_id === null || seesAllRuns(ctx)) return { all: true };
  return { all: false, created_by: user_id, token_id: token?.id };
}

export function isRunInScope(scope: RunScope): RawBuilder<boolean> {
  if (scope.all) return sql`true`;
  const { created_by, token_id } = scope;
  const isOwn = sql<boolean>`runs.created_by = ${created_by}`;
  return token_id === undefined ? isOwn : sql`(${isOwn} and runs.token_id = ${token_id})`;
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
    isRunInScope(scope),
  ];
  return sql`${sql.ref(column)} in (select run_lines.subject_id
    from run_lines join runs on runs.id = run_lines.run_id ${whereAll(conditions)})`;
}
