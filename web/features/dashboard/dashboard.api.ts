import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/dashboard.ts';
import { call } from '../../lib/http/http.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(contract.getDashboard, {}, { signal }),
  // Locations are added elsewhere in the app: the dashboard must show the true count.
  staleTime: 0,
});
