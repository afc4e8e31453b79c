/** Where a file goes, by the rules of its sender. A file that goes nowhere waits, with a sentence that says why. */
export type Route = { location_id: string; register_id: string; store_number?: string } | { waits: string };

export interface NumberedLocation {
  location_id: string;
  name: string;
  number: string | null;
}

interface OneLocation {
  register_id: string;
  location: NumberedLocation & { closed_on: string | null };
  /** Fixed by the first file. */
  store_number: string | null;
}

/** A key of one location accepts its files only. The first one fixes their number, whose zeros come and go. */
export function routeToOne(
  { register_id, location, store_number }: OneLocation,
  number: string | null,
): Route {
  const { location_id, name, closed_on } = location;
  if (closed_on !== null) return { waits: `${name} is closed, so its files are not counted.` };
  if (number === null || store_number === null || withoutZeros(number) === withoutZeros(store_number)) {
    return {
      location_id,
      register_id,
      ...(store_number === null && number !== null && { store_number: number }),
    };
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
