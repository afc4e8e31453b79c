import { useNavigate } from '@tanstack/react-router';
import {
  filterMaxValues,
  listFilterParameters,
  locationList,
  noValue,
  readListFilters,
} from '../../../../contract/lists/list-filters.ts';
import type { ListBulk } from '../../../components/bulk/list-bulk.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useLocations } from '../locations.api.ts';

export function useShowUsers({ selection, query }: ListBulk): (() => void) | undefined {
  const navigate = useNavigate();
  const { hasPermission } = useAccess();
  const listed = readQuery(query);
  const { count, reach, row, isExact } = useLocations(listed.q, { filters: listed.filters });
  if (!hasPermission('users.read')) return undefined;
  return () => {
    const here = Array.from({ length: reach }, (_, index) => row(index)?.id).filter((id) => id !== undefined);
    const matching = isExact && here.length === count ? here : null;
    const search = selection.isAll ? searchOfAll(query, matching) : searchOfSome(selection.ids);
    if (search) return void navigate({ to: '/users', search });
    const most = formatNumber(filterMaxValues);
    showToast({
      tone: 'note',
      text: `Select at most ${most} locations to show their users, or filter by state`,
    });
  };
}

function readQuery(query: string) {
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return { q: parameters.q ?? '', filters: readListFilters(locationList, parameters).filters };
}

/** Null for more than a filter can name. */
function searchOfSome(ids: readonly string[]): Record<string, string> | null {
  return ids.length > 0 && ids.length <= filterMaxValues ? { location: ids.join() } : null;
}

/** `matching` are the ids of the locations; null when not all are known. A state or no filter fits any number. */
export function searchOfAll(
  query: string,
  matching: readonly string[] | null,
): Record<string, string> | null {
  const { q, filters } = readQuery(query);
  const { state, ...others } = listFilterParameters({ filters, sort: null });
  const isOfStates = q.trim() === '' && Object.keys(others).length === 0 && !filters.state?.isNot;
  if (isOfStates) return state ? { state } : { location: `not:${noValue}` };
  return matching && searchOfSome(matching);
}
