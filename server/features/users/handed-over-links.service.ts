import { allPermissions, type Permission } from '../../../contract/permissions.ts';
import { scopeOf } from '../../platform/access.ts';
import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { voucherOf } from '../auth/invitations.service.ts';
import * as repository from './users.repository.ts';
import { requireManageable } from './users.rules.ts';

/**
 * Whoever hands over a link may open it as well, so it is worth what they may do themselves: when it is used, and until
 * somebody proves the mailbox. This is the first half: whether the giver may still invite the person.
 */
export async function mayStillInvite(
  tx: Transaction,
  ctx: Context,
  sender_id: string,
  person_id: string,
): Promise<boolean> {
  const giver = await asOfNow(tx, ctx, sender_id);
  if (!giver?.actor.permissions.has('users.invite')) return false;
  try {
    await requireManageable(tx, giver, person_id);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * The second half: somebody who joined by such a link gets no permission and no store that its giver does not have,
 * and nothing at all when the giver is gone or deactivated. Call with the person locked.
 * @throws ApiError 409
 */
export async function refuseBeyondGiver(
  tx: Transaction,
  ctx: Context,
  person: { id: string; email: string; full_name: string | null },
  given: { permissions: readonly string[] } | { location_ids: readonly string[] },
): Promise<void> {
  const voucher = await voucherOf(tx, person.id);
  if (voucher === null) return;
  const giver = await asOfNow(tx, ctx, voucher);
  const isWithin =
    'permissions' in given ? holdsAll(giver, given.permissions) : await reachesAll(tx, giver, given);
  if (isWithin) return;
  throw new ApiError(
    'conflict',
    `${person.full_name || person.email} joined by a link that was handed over, and has not confirmed the address yet. ` +
      "Ask them to use 'Forgot password?' once.",
  );
}

/** Somebody else as an actor, with what they may do at this moment; null for the deactivated and the deleted. */
async function asOfNow(tx: Transaction, ctx: Context, id: string): Promise<Context | null> {
  const row = await repository.findUser(tx, { all: true }, id);
  if (!row?.is_active) return null;
  const held =
    ctx.app.config.access_policy === 'open' ? allPermissions : await repository.listPermissionsOf(tx, id);
  const permissions = new Set(held as readonly Permission[]);
  const { email } = row;
  const name = row.full_name || email;
  return { ...ctx, actor: { kind: 'person', user_id: id, session_id: null, name, email, permissions } };
}

function holdsAll(giver: Context | null, permissions: readonly string[]): boolean {
  const held: ReadonlySet<string> = giver?.actor.permissions ?? new Set();
  return permissions.every((permission) => held.has(permission));
}

async function reachesAll(
  tx: Transaction,
  giver: Context | null,
  { location_ids }: { location_ids: readonly string[] },
): Promise<boolean> {
  if (!giver?.actor.user_id) return location_ids.length === 0;
  if (scopeOf(giver).all) return true;
  const links = await repository.listLocationIds(tx, { all: true }, [giver.actor.user_id]);
  const own = new Set(links.map((link) => link.id));
  return location_ids.every((id) => own.has(id));
}
