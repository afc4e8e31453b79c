import type { UseQueryOptions } from '@tanstack/react-query';
import type { ListValues } from '../../../../contract/lists/list.ts';
import {
  type Filters,
  listFilterParameters,
  type UserFilterField,
} from '../../../../contract/lists/list-filters.ts';
import * as contract from '../../../../contract/users.ts';
import { call } from '../../../lib/http/http.ts';

/** The values of a filter, counted among the rows that match the other filters and the text. */
export function userValuesQuery(
  field: Exclude<UserFilterField, 'run'>,
  { filters, text }: { filters: Filters<string>; text: string },
  find: string,
): UseQueryOptions<ListValues> {
  return {
    queryKey: ['user-values', field, filters, text, find],
    queryFn: ({ signal }) =>
      call(
        contract.listUserValues,
        {
          query: {
            ...listFilterParameters({ filters: filters as Filters<UserFilterField>, sort: null }),
            ...(text.trim() && { q: text.trim() }),
            ...(find && { find }),
            field,
          },
        },
        { signal },
      ),
  };
}
