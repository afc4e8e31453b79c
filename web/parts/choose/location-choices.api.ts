import { queryOptions, useQueries } from '@tanstack/react-query';
import { namedMaxRows } from '../../../contract/fields/limits.ts';
import type { LocationChoice } from '../../../contract/locations.ts';
import * as contract from '../../../contract/locations.ts';
import { batchIds } from '../../lib/http/batch-ids.ts';
import { call } from '../../lib/http/http.ts';
import type { ChoicesSource } from '../../lib/list/use-choices.ts';

/** Locations to choose from. */
export const locationChoices: ChoicesSource<LocationChoice> = {
  name: 'locations',
  read: async (query, signal) => {
    const { locations: rows, total, next } = await call(contract.listLocations, { query }, { signal });
    return { rows, total, next };
  },
};

const readLocation = batchIds(async (ids) => {
  const { locations } = await call(contract.listLocations, { query: { ids: ids.join() } });
  return locations;
});

function locationNamed(id: string) {
  return queryOptions({ queryKey: ['location', id, 'named'], queryFn: () => readLocation(id) });
}

/** The locations with these ids that the reader may see; undefined until all have come. */
export function useLocationsNamed(ids: readonly string[]): LocationChoice[] | undefined {
  return useQueries({
    queries: [...new Set(ids)].map(locationNamed),
    combine: (queries) =>
      queries.some(({ data }) => data === undefined) ? undefined : queries.flatMap(({ data }) => data ?? []),
  });
}

/** Those of them that are open and that the reader may choose. */
export async function openLocationsOf(ids: readonly string[]): Promise<LocationChoice[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / namedMaxRows) }, (_, page) =>
    ids.slice(page * namedMaxRows, (page + 1) * namedMaxRows),
  );
  const answers = await Promise.all(
    pages.map((page) => call(contract.listLocations, { query: { ids: page.join(), status: 'open' } })),
  );
  return answers.flatMap(({ locations }) => locations);
}
