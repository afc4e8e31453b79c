import { describeOwnLoss } from '../../../contract/own-access.ts';
import { scopeOf } from '../../kernel/access.ts';
import { type Context, reader } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { ApiError } from '../../kernel/errors.ts';
import * as repository from './users.repository.ts';

/**
 * Whom an actor may edit, deactivate, delete and give roles to: users who hold no permission that the actor
 * lacks and, unless the actor has access to all locations, work only at the actor's locations, at least at one
 * (docs/decisions/0003).
 * @throws ApiError 403
 */
export async function requireManageable(ctx: Context, userId: string): Promise<void> {
  const { own } = await requireOwnLocation(ctx, userId);
  if (scopeOf(ctx).all) return;
  if (own < (await repository.countLocationLinks(reader(ctx), userId))) {
    throw new ApiError('forbidden', 'You can only manage users whose locations are all yours.');
  }
}

/**
 * Whose locations an actor may change: users with no higher rights who, unless the actor has access to all locations,
 * work at one of the actor's locations at least.
 * @throws ApiError 403
 */
export async function requireOwnLocation(ctx: Context, userId: string): Promise<{ own: number }> {
  await requireNoHigherRole(ctx, userId);
  const scope = scopeOf(ctx);
  if (scope.all) return { own: 0 };
  const own = (await repository.listLocationLinks(reader(ctx), scope, [userId])).length;
  if (own === 0)
    throw new ApiError('forbidden', 'You can only manage users who work at one of your locations.');
  return { own };
}

/** @throws ApiError 403 when the user may do anything that the actor may not. */
async function requireNoHigherRole(ctx: Context, userId: string): Promise<void> {
  const theirs = await repository.listPermissionsOf(reader(ctx), userId);
  if (theirs.some((permission) => !(ctx.actor.permissions as ReadonlySet<string>).has(permission))) {
    throw new ApiError('forbidden', 'This user has permissions that you do not have. Ask an administrator.');
  }
}

/**
 * Refuses what would take the actor's own access away, unless they have access to all locations: they could not give
 * it back to themselves. `lost` follows 'You would lose'; null when nothing is lost.
 * @throws ApiError 409
 */
export function refuseOwnLoss(ctx: Context, userId: string, lost: string | null): void {
  if (lost === null || userId !== ctx.actor.user_id || scopeOf(ctx).all) return;
  throw new ApiError('conflict', describeOwnLoss(lost));
}

/**
 * The last administrator who is active and can sign in stays: call it with the user locked, before a change that takes
 * an administrator away. Until the end of the transaction nobody else takes one away.
 * @throws ApiError 409
 */
export async function ensureAnotherAdmin(tx: Transaction, userId: string): Promise<void> {
  if (!(await repository.isWorkingAdmin(tx, userId))) return;
  await repository.lockAdministrators(tx);
  if (await repository.hasWorkingAdmin(tx, userId)) return;
  throw new ApiError(
    'last_admin',
    'This is the last active administrator. Make somebody else administrator first.',
  );
}
