import { fold } from '../../../contract/lists/search-key.ts';
import type { Location } from '../../../contract/locations.ts';

interface Place {
  address: string;
  zip: string;
  phone?: string | null | undefined;
}

export interface SamePlace {
  location: Location;
  same: string;
}

export function findSamePlaces(
  locations: Iterable<Location>,
  typed: Place,
  ownId: string | null,
): SamePlace[] {
  const address = addressKey(typed);
  const phone = phoneKey(typed);
  if (!address && !phone) return [];
  const found: SamePlace[] = [];
  for (const location of locations) {
    if (location.id === ownId) continue;
    const same = [
      ...(address && address === addressKey(location) ? ['address'] : []),
      ...(phone && phone === phoneKey(location) ? ['phone'] : []),
    ];
    if (same.length > 0) found.push({ location, same: same.join(' and ') });
  }
  return found;
}

/** Street and ZIP code without regard to case, spaces and punctuation; null while one is missing. */
function addressKey({ address, zip }: Place): string | null {
  const [street, code] = [plain(address), plain(zip)];
  return street && code ? `${street} ${code}` : null;
}

const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** At least ten digits; fewer are a part of a number. */
function phoneKey({ phone }: Place): string | null {
  const digits = phone?.replace(/\D/g, '') ?? '';
  return digits.length >= 10 ? digits.slice(-10) : null;
}
