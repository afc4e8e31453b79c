import { lostByLocations } from '../../../../contract/access/own-access.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit, userSubject } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import { refuseFor } from '../../../kernel/rules.ts';
import { followDistricts } from '../../../kernel/scope.ts';
import { inOrder } from '../../../platform/background/background.ts';
import { isForeignKeyViolation } from '../../../platform/database/query.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { lockHeldDistrictsOr } from '../../districts/districts.facts.service.ts';
import { refuseClosed, requireLocation } from '../../locations/locations.service.ts';
import { findAssignable, refuseOwnLoss } from '../guards.service.ts';
import { readUserAccess } from '../users.facts.service.ts';
import * as repository from '../users.repository.ts';
import { whyNotAssign, whyNotRemoveFrom } from '../users.rules.ts';
import { grantStamp } from '../users.service.ts';
import { touch } from './assignments.service.ts';

/** Repeating it records nothing. @throws ApiError 404 for a location or user out of scope, 403 */
export async function addLocation(
  ctx: Authorized<'users.assign_locations'>,
  id: string,
  location_id: string,
): Promise<void> {
  try {
    await change(
      ctx,
      {
        user: id,
        read: (ctx) =>
          inOrder([
            requireLocation(ctx, location_id),
            findAssignable(ctx, id),
            repository.findLocationLink(ctx.tx, id, location_id),
          ]),
      },
      async (ctx, [location, row, link]) => {
        if (link?.is_assigned) return;
        refuseClosed([location]);
        repository.insertLinks(ctx.tx, 'location', grantStamp(ctx, id), [location_id]);
        record(ctx, row, { locations_added: [location_id] }, link !== undefined);
      },
    );
  } catch (error) {
    // The location was deleted between the check and the insert.
    if (isForeignKeyViolation(error)) throw new ApiError('not_found', 'This location was just deleted.');
    throw error;
  }
}

/**
 * Nothing happens for a user who does not see it, is out of scope or does not exist, so that a request can be
 * repeated. @throws ApiError 403; 409 for the actor's own last location, and for one that a district alone gives.
 */
export function removeLocation(
  ctx: Authorized<'users.assign_locations'>,
  id: string,
  location_id: string,
): Promise<void> {
  return change(
    ctx,
    {
      user: id,
      read: (ctx) =>
        inOrder([
          requireLocation(ctx, location_id),
          repository.findForChange(ctx.tx, scopeOf(ctx), id),
          lockHeldDistrictsOr(ctx, [], id),
          repository.findLocationLink(ctx.tx, id, location_id),
          readUserAccess(ctx, id),
        ]),
    },
    async (ctx, [location, row, , link, access]) => {
      if (!row || !link) return;
      refuseFor(whyNotAssign(access, ctx.actor), 'forbidden');
      refuseFor(whyNotRemoveFrom(location, link), 'conflict');
      const { district } = link;
      refuseOwnLoss(ctx, id, lostByLocations([location], district === null ? access.own - 1 : access.own));
      ctx.tx.later(repository.deleteLinks(ctx.tx, 'location', id, [location_id]));
      if (district !== null) followDistricts(ctx.tx, { of: 'user_id', ids: [id], at: now(ctx) });
      record(ctx, row, { locations_removed: [location_id] }, district !== null);
    },
  );
}

type Locked = NonNullable<Awaited<ReturnType<typeof repository.findForChange>>>;

function record(
  ctx: InTransaction,
  row: Locked,
  links: { locations_added: string[] } | { locations_removed: string[] },
  isThroughDistrict: boolean,
): void {
  touch(ctx, row);
  audit(ctx, {
    action: 'user.locations_replaced',
    subject: userSubject(row),
    ...links,
    unchanged_at: new Set(isThroughDistrict ? Object.values(links).flat() : []),
  });
}
