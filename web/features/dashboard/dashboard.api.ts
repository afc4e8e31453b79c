import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/dashboard.ts';
import { call } from '../../lib/http/http.ts';

export const dashboardKey = ['dashboard'];

/** Changes elsewhere change the figures: each visit fetches them again and shows the last ones until then. */
function figuresQuery<Data>(name: (string | undefined)[], read: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({
    queryKey: [...dashboardKey, ...name],
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
  });
}

// Of districts as a URL has them, or of all in scope.

export function dashboardQuery(district: string | undefined) {
  return figuresQuery(['total', district], (signal) =>
    call(contract.getDashboard, { query: { district } }, { signal }),
  );
}

export function attentionQuery(district: string | undefined) {
  return figuresQuery(
    ['attention', district],
    async (signal) => (await call(contract.getAttention, { query: { district } }, { signal })).checks,
  );
}

export function recentChangesQuery(district: string | undefined) {
  return figuresQuery(
    ['recent-changes', district],
    async (signal) => (await call(contract.getRecentChanges, { query: { district } }, { signal })).entries,
  );
}

export function ownLocationsQuery(district: string | undefined) {
  return figuresQuery(['locations', district], (signal) =>
    call(contract.getOwnLocations, { query: { district } }, { signal }),
  );
}

export const joinersAndLeaversQuery = figuresQuery(['joiners-and-leavers'], async (signal) => {
  // JavaScript counts how far UTC is ahead of the local time, so the sign changes.
  const query = { utc_offset: -new Date().getTimezoneOffset() };
  return (await call(contract.getJoinersAndLeavers, { query }, { signal })).weeks;
});

export const breakdownQuery = figuresQuery(['breakdown'], (signal) =>
  call(contract.getBreakdown, {}, { signal }),
);
