import type { Context } from '../../../kernel/context.ts';
import { findLocationsByKeys } from '../../locations/location-keys.service.ts';
import { findUsersByKeys } from '../../users/list/user-keys.service.ts';
import type { LocationKeys, Match, UserKeys } from '../asked.ts';
import { locationMatcher, userMatcher } from './choose-match.ts';

/** Finds the user of each set of keys in the actor's scope, with one statement for all. */
export async function matchUsers(ctx: Context, keys: readonly UserKeys[]): Promise<Match[]> {
  return keys.map(userMatcher(await findUsersByKeys(ctx, keys)));
}

/** The same for locations. */
export async function matchLocations(ctx: Context, keys: readonly LocationKeys[]): Promise<Match[]> {
  return keys.map(locationMatcher(await findLocationsByKeys(ctx, keys)));
}
