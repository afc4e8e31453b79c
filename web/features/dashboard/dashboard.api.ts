import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/dashboard.ts';
import { call } from '../../lib/http/http.ts';

// Changes elsewhere change the figures: each visit fetches them again and shows the last ones until then.
const fresh = { staleTime: 0 };

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(contract.getDashboard, {}, { signal }),
  ...fresh,
});

export const attentionQuery = queryOptions({
  queryKey: ['dashboard', 'attention'],
  queryFn: async ({ signal }) => (await call(contract.getAttention, {}, { signal })).checks,
  ...fresh,
});

export const recentChangesQuery = queryOptions({
  queryKey: ['dashboard', 'recent-changes'],
  queryFn: async ({ signal }) => (await call(contract.getRecentChanges, {}, { signal })).entries,
  ...fresh,
});

export const joinersAndLeaversQuery = queryOptions({
  queryKey: ['dashboard', 'joiners-and-leavers'],
  queryFn: async ({ signal }) => {
    // JavaScript counts how far UTC is ahead of the local time, so the sign changes.
    const query = { utc_offset: -new Date().getTimezoneOffset() };
    return (await call(contract.getJoinersAndLeavers, { query }, { signal })).weeks;
  },
  ...fresh,
});

export const breakdownQuery = queryOptions({
  queryKey: ['dashboard', 'breakdown'],
  queryFn: ({ signal }) => call(contract.getBreakdown, {}, { signal }),
  ...fresh,
});

export const ownLocationsQuery = queryOptions({
  queryKey: ['dashboard', 'locations'],
  queryFn: ({ signal }) => call(contract.getOwnLocations, {}, { signal }),
  ...fresh,
});
