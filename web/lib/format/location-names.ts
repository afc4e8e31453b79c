import type { Location } from '../../../contract/locations.ts';

/** How a location is named where one is chosen: 'Harbor 394 (001, closed)'. */
export function choiceName({ name, number, closed_on }: Pick<Location, 'name' | 'number' | 'closed_on'>) {
  const details = [number, closed_on && 'closed'].filter(Boolean).join(', ');
  return details ? `${name} (${details})` : name;
}

export function townName({ city, state }: Pick<Location, 'city' | 'state'>) {
  return `${city}, ${state}`;
}
