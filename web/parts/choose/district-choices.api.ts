import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/districts.ts';
import { hasPermission, useAccess } from '../../lib/account/access.ts';
import { authState } from '../../lib/account/auth-store.ts';
import { call } from '../../lib/http/http.ts';

/** Changes of others reach what begins with it. */
export const districtsKey = ['districts'];

/** All in scope, by name. */
export const districtsQuery = queryOptions({
  queryKey: [...districtsKey, 'all'],
  queryFn: async ({ signal }) => (await call(contract.listDistricts, {}, { signal })).districts,
  enabled: () => hasPermission(authState().profile, 'districts.read'),
});

/** Null for one that is gone, and 'one district' until they are known. They are read only where one is named. */
export function useDistrictName(isNamed: boolean): (id: string) => string | null {
  const mayRead = useAccess().hasPermission('districts.read');
  const { data } = useQuery({ ...districtsQuery, enabled: isNamed && mayRead });
  return (id) => (data ? (data.find((one) => one.id === id)?.name ?? null) : 'one district');
}

/** Of ids with commas between them; null without any. */
export function useDistrictNames(value: string | undefined): string | null {
  const nameOf = useDistrictName(value !== undefined);
  return (
    value
      ?.split(',')
      .map((id) => nameOf(id) ?? 'no longer available')
      .join(', ') ?? null
  );
}

/** One, with who has it. */
export function districtQuery(id: string) {
  return queryOptions({
    queryKey: [...districtsKey, 'one', id],
    queryFn: ({ signal }) => call(contract.getDistrict, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

/** After a change of a district, or of who or which location is in it. */
export function resetDistricts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: districtsKey });
}
