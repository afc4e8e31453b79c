import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/dashboard.ts';
import { call } from '../../lib/http/http.ts';

/** Changes elsewhere change the figures: each visit fetches them again and shows the last ones until then. */
function figuresQuery<Data>(name: string[], read: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({
    queryKey: ['dashboard', ...name],
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
  });
}

export const dashboardQuery = figuresQuery([], (signal) => call(contract.getDashboard, {}, { signal }));

export const attentionQuery = figuresQuery(
  ['attention'],
  async (signal) => (await call(contract.getAttention, {}, { signal })).checks,
);

export const recentChangesQuery = figuresQuery(
  ['recent-changes'],
  async (signal) => (await call(contract.getRecentChanges, {}, { signal })).entries,
);

export const joinersAndLeaversQuery = figuresQuery(['joiners-and-leavers'], async (signal) => {
  // JavaScript counts how far UTC is ahead of the local time, so the sign changes.
  const query = { utc_offset: -new Date().getTimezoneOffset() };
  return (await call(contract.getJoinersAndLeavers, { query }, { signal })).weeks;
});

export const breakdownQuery = figuresQuery(['breakdown'], (signal) =>
  call(contract.getBreakdown, {}, { signal }),
);

export const ownLocationsQuery = figuresQuery(['locations'], (signal) =>
  call(contract.getOwnLocations, {}, { signal }),
);
