/** Where a file goes, by the rules of its sender. A file that goes nowhere waits, with a sentence that says why. */
export type Route = ({ register_id: string; store_number?: string } & RoutedTo) | { waits: string };

interface RoutedTo {
  location_id: string;
  name: string;
  closed_on: string | null;
}

export interface NumberedLocation extends RoutedTo {
  number: string | null;
}

interface OneLocation {
  register_id: string;
  location: NumberedLocation;
  /** Fixed by the first file. */
  store_number: string | null;
}

/** Its last days come late, and after that its number may be another location's. */
const closedDays = 30;
const dayMs = 86_400_000;

/** A closed location takes files of the time before its closing, for some days. */
export function isTakingFiles({ closed_on }: { closed_on: string | null }, now: Date): boolean {
  return closed_on === null || Date.parse(`${closed_on}T00:00:00Z`) + closedDays * dayMs > now.getTime();
}

/** A key of one location accepts its files only. The first one fixes their number, whose zeros come and go. */
export function routeToOne(
  { register_id, location, store_number }: OneLocation,
  number: string | null,
  now: Date,
): Route {
  const { name, closed_on } = location;
  if (!isTakingFiles(location, now))
    return {
      waits: `${name} was closed on ${closed_on}, more than ${closedDays} days ago, so its files are not counted.`,
    };
  if (number === null || store_number === null || withoutZeros(number) === withoutZeros(store_number)) {
    const { location_id, name, closed_on } = location;
    const fixed = store_number === null && number !== null && { store_number: number };
    return { location_id, name, closed_on, register_id, ...fixed };
  }
  return { waits: `This file says location ${number}` };
}

/** Equal to the number of a location, else to the only one that is equal without leading zeros. */
export function routeByNumber(
  locations: readonly NumberedLocation[],
  number: string | null,
): NumberedLocation | { waits: string } {
  if (number === null) return { waits: 'This file does not say its location' };
  const same = locations.filter((one) => one.number === number);
  const alike = locations.filter(
    (one) => one.number !== null && withoutZeros(one.number) === withoutZeros(number),
  );
  const [found] = same.length === 1 ? same : alike.length === 1 ? alike : [];
  if (found) return found;
  return {
    waits:
      alike.length > 1
        ? `This file says location ${number}, which ${alike.length} locations may be`
        : `This file says location ${number}`,
  };
}

function withoutZeros(number: string): string {
  return number.trim().replace(/^0+(?=.)/, '');
}
