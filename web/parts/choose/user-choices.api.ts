import { useQuery } from '@tanstack/react-query';
import {
  type Filters,
  listFilterParameters,
  type UserFilterField,
} from '../../../contract/lists/list-filters.ts';
import * as contract from '../../../contract/users.ts';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { call } from '../../lib/http/http.ts';
import type { ChoicesQuery } from '../../lib/list/use-choices.ts';

/** Users to choose from, for `useChoices`. */
export function userChoices(filters: Filters<UserFilterField>) {
  return (text: string): ChoicesQuery<UserRow> => ({
    queryKey: ['user-choices', filters, text],
    queryFn: async ({ pageParam, signal }) => {
      const { users, total, next } = await call(
        contract.listUsers,
        {
          query: {
            ...listFilterParameters({ filters, sort: null }),
            ...(text ? { q: text, from: 'best' } : { sort: 'name' }),
            ...(pageParam && { after: pageParam }),
          },
        },
        { signal },
      );
      return { rows: users, total, next };
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 'static',
  });
}

/** The name of a user whom the reader may see; undefined until it has come, and for all others. */
export function useUserNamed(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['user', id, 'named'],
    queryFn: async ({ signal }) => {
      const { users } = await call(contract.listUsers, { query: { ids: id ?? '' } }, { signal });
      return users[0] ? displayName(users[0]) : null;
    },
    enabled: id !== undefined,
  });
  return data ?? undefined;
}
