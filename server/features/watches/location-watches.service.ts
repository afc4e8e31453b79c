import { watchedLocationsMaxCount } from '../../../contract/fields/limits.ts';
import type { LocationWatch } from '../../../contract/notifications/watches.ts';
import type { Authorized } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { now, reader } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { requireLocation } from '../locations/locations.service.ts';
import * as repository from './location-watches.repository.ts';
import { userOf } from './watches.service.ts';

/** @throws ApiError 404 out of scope */
export async function getLocationWatch(
  ctx: Authorized<'registers.read'>,
  location_id: string,
): Promise<LocationWatch> {
  await requireLocation(ctx, location_id);
  return repository.findWatch(reader(ctx), { user_id: userOf(ctx), location_id });
}

/** Repeating it changes nothing. @throws ApiError 404 out of scope; 409 for one watch too many */
export function watchLocation(
  ctx: Authorized<'registers.read'>,
  location_id: string,
  isWatched: boolean,
): Promise<LocationWatch> {
  const link = { user_id: userOf(ctx), location_id };
  return change(ctx, { user: link.user_id }, async (ctx) => {
    const { tx } = ctx;
    await requireLocation(ctx, location_id);
    if (isWatched) {
      if ((await repository.countWatches(tx, link)) >= watchedLocationsMaxCount)
        throw new ApiError(
          'conflict',
          `You watch ${watchedLocationsMaxCount} locations. Stop watching one first.`,
        );
      await repository.insertWatch(tx, { ...link, created_at: now(ctx) });
    } else await repository.deleteWatch(tx, link);
    return repository.findWatch(tx, link);
  });
}
