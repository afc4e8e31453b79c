import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../../contract/second-factor.ts';
import { call } from '../../../lib/http/http.ts';

/** Whether somebody has a second factor that could be reset. */
export function secondFactorOf(id: string) {
  return queryOptions({
    queryKey: ['second-factor', id],
    queryFn: ({ signal }) => call(contract.getSecondFactor, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

export function resetSecondFactor(id: string, signal: AbortSignal) {
  return call(contract.resetSecondFactor, { params: { id } }, { signal });
}
