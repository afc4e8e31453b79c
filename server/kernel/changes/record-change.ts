import { type Context, type InTransaction, now } from '../context.ts';
import { type Change, changeLog } from '../database/change-log.ts';

type InApp = InTransaction<Pick<Context, 'app'>>;

/** Written when the transaction ends. A transaction without one changes no row of a list. */
export function recordChange(ctx: InApp, change: Omit<Change, 'at'>, at = now(ctx)): void {
  const { database, clock } = ctx.app;
  database.collect(changeLog, { ...change, at });
  database.afterCommit(clock.announce);
}

/**
 * In the place of a user, for those who were told something: the log has one row for all of them, with the time of their
 * notices.
 */
export const somebody = '00000000-0000-0000-0000-000000000000';

export function recordNotices(ctx: InApp, at: string): void {
  recordChange(ctx, { list: 'notifications', row_id: somebody, act: 'put', audit_id: null }, at);
}

/** A row that belongs to one user and has no audit entry. Only this user hears of it. */
export function recordOwnChange(
  ctx: InApp,
  list: 'views' | 'runs' | 'notifications',
  user_id: string | null,
): void {
  if (user_id !== null) recordChange(ctx, { list, row_id: user_id, act: 'put', audit_id: null });
}

/** Figures or files of registers at a location, which have no audit entry. Its readers hear of it. */
export function recordFigures(ctx: InApp, location_id: string): void {
  recordChange(ctx, { list: 'registers', row_id: location_id, act: 'put', audit_id: null });
}
