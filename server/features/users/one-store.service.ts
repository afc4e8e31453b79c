import type { LocationRef } from '../../../contract/locations.ts';
import { lostByLocations } from '../../../contract/own-access.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Context } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { isForeignKeyViolation } from '../../kernel/database/query.ts';
import { ApiError } from '../../kernel/errors.ts';
import { changeUser } from '../../kernel/transaction.ts';
import { touch } from './assignments.service.ts';
import { grant } from './grant.ts';
import * as repository from './users.repository.ts';
import { refuseOwnLoss, requireOwnStore } from './users.rules.ts';
import { notFound } from './users.service.ts';

/**
 * Adds one store, which the caller has shown to be within the actor's reach, to a person's stores, by the
 * rules of `replaceUserLocations`. Repeating it changes nothing and writes nothing down.
 * @throws ApiError 404 for a person outside reach, 403 for one whom the actor may not assign.
 */
export async function addStore(
  ctx: Authorized<'users.assign_locations'>,
  id: string,
  store: LocationRef,
): Promise<void> {
  try {
    await changeUser(ctx, id, async (tx, ctx) => {
      const row = (await repository.lockUser(tx, scopeOf(ctx), id)) ?? notFound();
      await requireOwnStore(tx, ctx, id);
      if (await repository.hasLocationLink(tx, id, store.id)) return;
      await repository.insertLocationLinks(tx, grant(ctx, id), [store.id]);
      await record(tx, ctx, row, { locations_added: [store.id] });
    });
  } catch (error) {
    // The store was deleted between the check and the insert.
    if (isForeignKeyViolation(error)) throw new ApiError('not_found', 'This store was just deleted.');
    throw error;
  }
}

/**
 * Takes one store off a person, by the same rules. Somebody who is not assigned there, is out of reach or
 * does not exist is all the same: nothing is left to do, and a repeated request succeeds like the first.
 * @throws ApiError 403 for somebody whom the actor may not assign, 409 for the actor's own last store.
 */
export function takeStore(
  ctx: Authorized<'users.assign_locations'>,
  id: string,
  store: LocationRef,
): Promise<void> {
  return changeUser(ctx, id, async (tx, ctx) => {
    const row = await repository.lockUser(tx, scopeOf(ctx), id);
    if (!row || !(await repository.hasLocationLink(tx, id, store.id))) return;
    const { own } = await requireOwnStore(tx, ctx, id);
    refuseOwnLoss(ctx, id, lostByLocations([store], own - 1));
    await repository.deleteLocationLinks(tx, id, [store.id]);
    await record(tx, ctx, row, { locations_removed: [store.id] });
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof repository.lockUser>>>;

async function record(
  tx: Transaction,
  ctx: Context,
  row: Locked,
  links: { locations_added: string[] } | { locations_removed: string[] },
) {
  await touch(tx, ctx, row);
  await audit(tx, ctx, {
    action: 'user.locations_replaced',
    subject: { type: 'user', id: row.id, name: row.full_name || row.email },
    ...links,
  });
}
