import { fold } from '../../../contract/lists/search-key.ts';

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
