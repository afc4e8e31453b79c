import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/locations.ts';
import { call } from '../../lib/http/http.ts';

export interface TypedPlace {
  address: string;
  zip: string;
  phone?: string | null | undefined;
}

/** Fewer digits are a part of a number. */
const phoneMinDigits = 10;

export function samePlacesQuery({ address, zip, phone }: TypedPlace, ownId: string | null) {
  const isPhone = (phone ?? '').replace(/\D/g, '').length >= phoneMinDigits;
  const query = { address, zip, phone: phone ?? '', ...(ownId !== null && { except: ownId }) };
  return queryOptions({
    queryKey: ['same-places', query],
    queryFn: ({ signal }) => call(contract.listSamePlaces, { query }, { signal }),
    enabled: isPhone || (address.trim() !== '' && zip.trim() !== ''),
  });
}
