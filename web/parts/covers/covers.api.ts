import { queryOptions } from '@tanstack/react-query';
import type { Cover, CoverInput } from '../../../contract/covers.ts';
import * as contract from '../../../contract/covers.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';
import { askForChanges } from '../../lib/network/change-log.ts';
import { accessListKey, auditKey, notificationsKey } from '../../lib/network/query-keys.ts';

/** Those that are on or to come: of a user, at a location, or what goes with a user who is deactivated. */
export function coversQuery(of: { user: string } | { location: string } | { ended_with: string }) {
  return queryOptions({
    // A change of users or locations reads them again, as the list of who can see a location.
    queryKey: [...accessListKey, 'covers', of],
    queryFn: async ({ signal }) => (await call(contract.listCovers, { query: of }, { signal })).covers,
    staleTime: 0,
  });
}

export async function createCovers(body: CoverInput, { client, signal }: SaveContext): Promise<Cover[]> {
  const { covers } = await call(contract.createCovers, { body }, { signal });
  showAgain({ client });
  return covers;
}

export async function changeCover(
  id: string,
  ends_at: string,
  { client, signal }: SaveContext,
): Promise<Cover> {
  const cover = await call(contract.changeCover, { params: { id }, body: { ends_at } }, { signal });
  showAgain({ client });
  return cover;
}

export async function endCover(id: string, { client, signal }: SaveContext): Promise<Cover> {
  const cover = await call(contract.endCover, { params: { id } }, { signal });
  showAgain({ client });
  return cover;
}

/** Other rows come with the change log. */
function showAgain({ client }: SaveContext): void {
  askForChanges();
  for (const queryKey of [accessListKey, auditKey, notificationsKey])
    void client.invalidateQueries({ queryKey });
}
