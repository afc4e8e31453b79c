import { scopeOf } from '../../kernel/access.ts';
import { userSubject } from '../../kernel/audit/audit.ts';
import { type Context, type InTransaction, reader } from '../../kernel/context.ts';
import { requireManageable } from './guards.service.ts';
import * as repository from './users.repository.ts';
import { notFound } from './users.service.ts';

/**
 * Locks a user whom the actor can manage, inside `changeUser`, for use cases of other features. Returns the user as the
 * subject of an audit entry.
 * @throws ApiError 404 out of scope, 403 as `requireManageable`.
 */
export async function lockManageable(ctx: InTransaction, id: string) {
  const row = (await repository.lockUser(ctx.tx, scopeOf(ctx), id)) ?? notFound();
  await requireManageable(ctx, id);
  return userSubject(row);
}

/** The same check without a lock, for reading. @throws ApiError as `lockManageable`. */
export async function requireManageableUser(ctx: Context, id: string): Promise<void> {
  if (!(await repository.isInScope(reader(ctx), scopeOf(ctx), id))) notFound();
  await requireManageable(ctx, id);
}
