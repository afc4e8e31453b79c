import { samePlacesNamed } from '../../../contract/fields/limits.ts';
import type { Answer, Received } from '../../../contract/http/endpoint.ts';
import { fold } from '../../../contract/lists/search-key.ts';
import type { listSamePlaces as endpoint } from '../../../contract/locations.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import * as repository from './locations.repository.ts';

/** In scope, by name. One of them may be a duplicate; it does not prevent saving. */
export async function listSamePlaces(
  ctx: Authorized<'locations.read'>,
  { except, ...typed }: Received<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const rows = await repository.listPlaces(reader(ctx), scopeOf(ctx));
  const inCommon = comparedWith(typed);
  const found = rows.flatMap((row) => {
    const same = row.id === except ? [] : inCommon(row);
    return same.length > 0 ? [{ id: row.id, name: row.name, closed_on: row.closed_on, same }] : [];
  });
  return { locations: found.slice(0, samePlacesNamed), total: found.length };
}

interface Place {
  address: string;
  zip: string;
  phone: string | null;
}

/** What places have in common with this one. */
export function comparedWith(place: Place): (other: Place) => ('address' | 'phone')[] {
  const [address, phone] = [addressKey(place), phoneKey(place)];
  return (other) => [
    ...(address && address === addressKey(other) ? (['address'] as const) : []),
    ...(phone && phone === phoneKey(other) ? (['phone'] as const) : []),
  ];
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
