import { describeOwnLoss } from '../../../contract/access/own-access.ts';
import { reasons } from '../../../contract/access/reasons.ts';
import { scopeOf } from '../../kernel/access.ts';
import { type Context, type InTransaction, reader } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import * as repository from './users.repository.ts';

/**
 * Requires a user whom the actor can edit, deactivate, delete and grant roles to: one without a permission that the
 * actor lacks who, unless the actor has access to all locations, has at least one location and only locations of the
 * actor (docs/decisions/0003).
 * @throws ApiError 403
 */
export async function requireManageable(ctx: Context, userId: string): Promise<void> {
  const { own } = await requireOwnLocation(ctx, userId);
  if (scopeOf(ctx).all) return;
  if (own < (await repository.countLocationLinks(reader(ctx), userId))) {
    throw new ApiError('forbidden', reasons.notAllYours);
  }
}

/**
 * Requires a user whose locations the actor can change: one without a permission that the actor lacks who, unless the
 * actor has access to all locations, has at least one location of the actor.
 * @throws ApiError 403
 */
export async function requireOwnLocation(ctx: Context, userId: string): Promise<{ own: number }> {
  await requireNoHigherRole(ctx, userId);
  const scope = scopeOf(ctx);
  if (scope.all) return { own: 0 };
  const own = (await repository.listLocationLinks(reader(ctx), scope, [userId])).length;
  if (own === 0) throw new ApiError('forbidden', reasons.noneYours);
  return { own };
}

/** @throws ApiError 403 when the user has a permission that the actor lacks. */
async function requireNoHigherRole(ctx: Context, userId: string): Promise<void> {
  const theirs = await repository.listPermissionsOf(reader(ctx), userId);
  if (theirs.some((permission) => !(ctx.actor.permissions as ReadonlySet<string>).has(permission))) {
    throw new ApiError('forbidden', reasons.higherRole);
  }
}

/**
 * Refuses a change by which actors would lose access that they could not give back to themselves: those without access
 * to all locations. `lost` follows 'You would lose'; null when nothing is lost.
 * @throws ApiError 409
 */
export function refuseOwnLoss(ctx: Context, userId: string, lost: string | null): void {
  if (lost === null || userId !== ctx.actor.user_id || scopeOf(ctx).all) return;
  throw new ApiError('conflict', describeOwnLoss(lost));
}

/**
 * Keeps one active administrator who can sign in. Call it with the user locked, before a change that removes an
 * administrator. Until the transaction ends, no other one removes an administrator.
 * @throws ApiError 409
 */
export async function ensureAnotherAdmin({ tx }: InTransaction, userId: string): Promise<void> {
  if (!(await repository.isWorkingAdmin(tx, userId))) return;
  await repository.lockAdministrators(tx);
  if (await repository.hasWorkingAdmin(tx, userId)) return;
  throw new ApiError('last_admin', reasons.lastAdmin);
}
