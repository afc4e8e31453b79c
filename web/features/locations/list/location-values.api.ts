import type { UseQueryOptions } from '@tanstack/react-query';
import type { ListValues } from '../../../../contract/lists/list.ts';
import {
  type Filters,
  type LocationFilterField,
  listFilterParameters,
  locationList,
  readListFilters,
} from '../../../../contract/lists/list-filters.ts';
import * as contract from '../../../../contract/locations.ts';
import { call } from '../../../lib/http/http.ts';

/** The values of a filter, counted among the rows that match the other filters and the text. */
export function locationValuesQuery(
  field: Exclude<LocationFilterField, 'run'>,
  { filters, text }: { filters: Filters<string>; text: string },
  find: string,
): UseQueryOptions<ListValues> {
  return {
    queryKey: ['location-values', field, filters, text, find],
    queryFn: ({ signal }) =>
      call(
        contract.listLocationValues,
        {
          query: {
            ...listFilterParameters({ filters: filters as Filters<LocationFilterField>, sort: null }),
            ...(text.trim() && { q: text.trim() }),
            ...(find && { find }),
            field,
          },
        },
        { signal },
      ),
  };
}

/** Of the first locations at the URL of a list. */
export async function locationIdsOf(url: string, most: number): Promise<string[]> {
  const { q, ...parameters } = Object.fromEntries(new URLSearchParams(url));
  const { filters } = readListFilters(locationList, parameters);
  const query = { ...listFilterParameters({ filters, sort: null }), ...(q?.trim() && { q }), limit: most };
  return (await call(contract.listLocations, { query })).locations.map(({ id }) => id);
}
