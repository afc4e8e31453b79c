import { lostByLocations } from '../../../../contract/access/own-access.ts';
import type { LocationRef } from '../../../../contract/locations.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit, userSubject } from '../../../kernel/audit/audit.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { isForeignKeyViolation } from '../../../kernel/database/query.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { changeUser } from '../../../kernel/transaction.ts';
import { refuseClosed } from '../../locations/locations.service.ts';
import { notFound, refuseOwnLoss, requireAssignable } from '../guards.service.ts';
import * as repository from '../users.repository.ts';
import { touch } from './assignments.service.ts';
import { grantStamp } from './grant-stamp.pure.ts';

/** The caller has checked that the location is in scope. Repeating it records nothing. @throws ApiError 404, 403 */
export async function addLocation(
  ctx: Authorized<'users.assign_locations'>,
  id: string,
  location: LocationRef,
): Promise<void> {
  try {
    await changeUser(ctx, id, async (ctx) => {
      const { tx } = ctx;
      const row = (await repository.lockUser(tx, scopeOf(ctx), id)) ?? notFound();
      await requireAssignable(ctx, id);
      if (await repository.hasLocationLink(tx, id, location.id)) return;
      await refuseClosed(ctx, [location.id]);
      await repository.insertLocationLinks(tx, grantStamp(ctx, id), [location.id]);
      await record(ctx, row, { locations_added: [location.id] });
    });
  } catch (error) {
    // The location was deleted between the check and the insert.
    if (isForeignKeyViolation(error)) throw new ApiError('not_found', 'This location was just deleted.');
    throw error;
  }
}

/**
 * Nothing happens for a user who is not assigned there, is out of scope or does not exist, so that a request can be
 * repeated. @throws ApiError 403; 409 for the actor's own last location.
 */
export function removeLocation(
  ctx: Authorized<'users.assign_locations'>,
  id: string,
  location: LocationRef,
): Promise<void> {
  return changeUser(ctx, id, async (ctx) => {
    const { tx } = ctx;
    const row = await repository.lockUser(tx, scopeOf(ctx), id);
    if (!row || !(await repository.hasLocationLink(tx, id, location.id))) return;
    const { own } = await requireAssignable(ctx, id);
    refuseOwnLoss(ctx, id, lostByLocations([location], own - 1));
    await repository.deleteLocationLinks(tx, id, [location.id]);
    await record(ctx, row, { locations_removed: [location.id] });
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof repository.lockUser>>>;

async function record(
  ctx: InTransaction,
  row: Locked,
  links: { locations_added: string[] } | { locations_removed: string[] },
) {
  await touch(ctx, row);
  await audit(ctx, {
    action: 'user.locations_replaced',
    subject: userSubject(row),
    ...links,
  });
}
