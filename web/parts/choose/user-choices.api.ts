import { useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/users.ts';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { call } from '../../lib/http/http.ts';
import type { ChoicesSource } from '../../lib/list/use-choices.ts';

/** Users to choose from. */
export const userChoices: ChoicesSource<UserRow> = {
  name: 'users',
  read: async (query, signal) => {
    const { users: rows, total, next } = await call(contract.listUsers, { query }, { signal });
    return { rows, total, next };
  },
};

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
