import type { UseQueryOptions } from '@tanstack/react-query';
import type { Sent } from '../../../contract/http/endpoint.ts';
import type { ListValues } from '../../../contract/lists/list.ts';
import { listLocationValues } from '../../../contract/locations.ts';
import { listUserValues } from '../../../contract/users.ts';
import { call } from '../../lib/http/http.ts';

type Query = Sent<typeof listUserValues>['query'] & Sent<typeof listLocationValues>['query'];

/** The values of a filter, counted among the rows that match the other filters and the text. */
export function listValuesQuery(
  list: 'users' | 'locations',
  query: Record<string, string>,
): UseQueryOptions<ListValues> {
  const endpoint = list === 'users' ? listUserValues : listLocationValues;
  return {
    queryKey: [`values of ${list}`, query],
    queryFn: ({ signal }) => call(endpoint, { query: query as Query }, { signal }),
  };
}
