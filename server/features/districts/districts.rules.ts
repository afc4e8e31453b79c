import { when } from '../../kernel/rules.ts';
import type { HeldDistrict } from './districts.repository.ts';

/** As in `reasons` (contract/access/reasons.ts). */
export const districtReasons = {
  missing: 'This district does not exist, or has none of your locations.',
  unknown: 'One of the districts does not exist, or has none of your locations',
  unknownOne: 'This district does not exist',
  notWhole: (name: string) =>
    `You cannot give or take ${name}: you do not have the whole district. Ask an administrator.`,
};

export function whyUnknownDistrict(
  ids: readonly string[],
  known: readonly Pick<HeldDistrict, 'id' | 'is_seen'>[],
): string[] {
  const seen = new Set(known.filter(({ is_seen }) => is_seen).map(({ id }) => id));
  return when(
    ids.some((id) => !seen.has(id)),
    districtReasons.unknown,
  );
}

/** It gives the locations of tomorrow too, so its grantor has them too. */
export function whyNotGiveDistrict(districts: readonly Pick<HeldDistrict, 'name' | 'is_whole'>[]): string[] {
  return districts.flatMap(({ name, is_whole }) => when(!is_whole, districtReasons.notWhole(name)));
}

/** Closed locations count: reopened, they would be in no district. */
export function whyNotDeleteDistrict(name: string, locations: number): string[] {
  const count = `${locations.toLocaleString('en-US')} ${locations === 1 ? 'location' : 'locations'}`;
  return when(
    locations > 0,
    `${name} has ${count}. Move ${locations === 1 ? 'it' : 'them'} to another district, or out of this one, and delete it then.`,
  );
}
