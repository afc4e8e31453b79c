import { queryOptions } from '@tanstack/react-query';
import { getDashboard } from '../../../contract/dashboard.ts';
import { call } from '../../lib/http/http.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
  // Locations are opened elsewhere in the app: coming back here must show the true count.
  staleTime: 0,
});
