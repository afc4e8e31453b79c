import { lostByLocations } from '../../../../contract/access/own-access.ts';
import type { LocationRef } from '../../../../contract/locations.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit, userSubject } from '../../../kernel/audit/audit.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { isForeignKeyViolation } from '../../../kernel/database/query.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { inOrder } from '../../../kernel/in-order.ts';
import { refuseFor } from '../../../kernel/rules.ts';
import { readAndChangeUser } from '../../../kernel/transaction.ts';
import { readAssignable } from '../../locations/locations.facts.service.ts';
import { refuseClosed } from '../../locations/locations.service.ts';
import { findAssignable, refuseOwnLoss } from '../guards.service.ts';
import { readUserAccess } from '../users.facts.service.ts';
import * as repository from '../users.repository.ts';
import { whyNotAssign } from '../users.rules.ts';
import { touch } from './assignments.service.ts';
import { grantStamp } from './grant-stamp.pure.ts';

/** The caller has checked that the location is in scope. Repeating it records nothing. @throws ApiError 404, 403 */
export async function addLocation(
  ctx: Authorized<'users.assign_locations'>,
  id: string,
  location: LocationRef,
): Promise<void> {
  try {
    await readAndChangeUser(
      ctx,
      id,
      (ctx) =>
        inOrder([
          findAssignable(ctx, id),
          repository.hasLocationLink(ctx.tx, id, location.id),
          readAssignable(ctx, [location.id]),
        ]),
      async (ctx, [row, isAssigned, locations]) => {
        if (isAssigned) return;
        refuseClosed([...locations.values()]);
        repository.insertLocationLinks(ctx.tx, grantStamp(ctx, id), [location.id]);
        record(ctx, row, { locations_added: [location.id] });
      },
    );
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
  return readAndChangeUser(
    ctx,
    id,
    (ctx) =>
      Promise.all([
        repository.findForChange(ctx.tx, scopeOf(ctx), id),
        repository.hasLocationLink(ctx.tx, id, location.id),
        readUserAccess(ctx, id),
      ]),
    async (ctx, [row, isAssigned, access]) => {
      if (!row || !isAssigned) return;
      refuseFor(whyNotAssign(access, ctx.actor), 'forbidden');
      refuseOwnLoss(ctx, id, lostByLocations([location], access.own - 1));
      ctx.tx.later(repository.deleteLocationLinks(ctx.tx, id, [location.id]));
      record(ctx, row, { locations_removed: [location.id] });
    },
  );
}

type Locked = NonNullable<Awaited<ReturnType<typeof repository.findForChange>>>;

function record(
  ctx: InTransaction,
  row: Locked,
  links: { locations_added: string[] } | { locations_removed: string[] },
): void {
  touch(ctx, row);
  audit(ctx, {
    action: 'user.locations_replaced',
    subject: userSubject(row),
    ...links,
  });
}
