import { type Context, type InTransaction, now } from '../context.ts';
import { type Change, changeLog } from '../database/change-log.ts';

type InApp = InTransaction<Pick<Context, 'app'>>;

/** Written when the transaction ends. A transaction without one changes no row of a list. */
export function recordChange(ctx: InApp, change: Omit<Change, 'at'>): void {
  const { database, clock } = ctx.app;
  database.collect(changeLog, { ...change, at: now(ctx) });
  database.afterCommit(clock.announce);
}

/** A row that belongs to one user and has no audit entry. Only this user hears of it. */
export function recordOwnChange(
  ctx: InApp,
  list: 'views' | 'runs' | 'notifications',
  user_id: string | null,
): void {
  if (user_id !== null) recordChange(ctx, { list, row_id: user_id, act: 'put', audit_id: null });
}
