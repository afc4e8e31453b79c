import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../../contract/auth/second-factor.ts';
import type { SaveContext } from '../../../lib/form/use-save.ts';
import { call } from '../../../lib/http/http.ts';
import { showChange } from '../users.api.ts';

export function userSecondFactorQuery(id: string) {
  return queryOptions({
    queryKey: ['user-second-factor', id],
    queryFn: ({ signal }) => call(contract.getSecondFactor, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

export async function resetSecondFactor(id: string, { client, signal }: SaveContext) {
  await call(contract.resetSecondFactor, { params: { id } }, { signal });
  showChange(id, { has_second_factor: false }, client);
  void client.invalidateQueries({ queryKey: userSecondFactorQuery(id).queryKey });
}
