import type { Context } from '../../../kernel/context.ts';
import { findLocationsByKeys } from '../../locations/location-keys.service.ts';
import { findUsersByKeys } from '../../users/list/user-keys.service.ts';
import type { LocationKeys, Match, UserKeys } from '../asked.ts';
import { likeNumbers } from './cells/leading-zeros.ts';
import { locationMatcher, userMatcher } from './choose-match.ts';

/** Finds the user of each set of keys in the actor's scope, with one statement for all. */
export async function matchUsers(ctx: Context, keys: readonly UserKeys[]): Promise<Match[]> {
  const like = keys.flatMap(({ employee_number = '' }) =>
    likeNumbers(employee_number).map((number) => ({ employee_number: number })),
  );
  return keys.map(userMatcher(await findUsersByKeys(ctx, [...keys, ...like])));
}

/** The same for locations. */
export async function matchLocations(ctx: Context, keys: readonly LocationKeys[]): Promise<Match[]> {
  const like = keys.flatMap(({ number = '' }) => likeNumbers(number).map((number) => ({ number })));
  return keys.map(locationMatcher(await findLocationsByKeys(ctx, [...keys, ...like])));
}
