import { useMutation } from '@tanstack/react-query';
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
import { reasonOf } from '../../../lib/network/request-failed.ts';
import { locationIdsOf } from '../locations.api.ts';

export function useShowUsers({ selection, query }: ListBulk): (() => void) | undefined {
  const navigate = useNavigate();
  const { hasPermission } = useAccess();
  const show = useMutation({
    mutationFn: async () =>
      selection.isAll ? await searchOfMost(query, selection.ids) : searchOf(selection.ids),
    onSuccess: (search) => {
      if (search) return void navigate({ to: '/users', search });
      const most = formatNumber(filterMaxValues);
      showToast({
        tone: 'note',
        text: `Select at most ${most} locations to show their users, or filter by state`,
      });
    },
    onError: (error) => showToast({ tone: 'bad', text: reasonOf(error) }),
  });
  return hasPermission('users.read') ? () => show.mutate() : undefined;
}

/** Asks for the ids only where no filter says the same. */
async function searchOfMost(query: string, except: readonly string[]) {
  const states = except.length === 0 ? searchOfStates(query) : null;
  if (states) return states;
  const ids = await locationIdsOf(query, filterMaxValues + except.length + 1);
  return searchOf(ids.filter((id) => !except.includes(id)));
}

/** Null for more than a filter can name, and for none. */
function searchOf(ids: readonly string[]): Record<string, string> | null {
  return ids.length > 0 && ids.length <= filterMaxValues ? { location: ids.join() } : null;
}

/** A state or no filter fits any number of locations; null for others. */
export function searchOfStates(query: string): Record<string, string> | null {
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const { filters } = readListFilters(locationList, parameters);
  const { state, ...others } = listFilterParameters({ filters, sort: null });
  const isOfStates = !parameters.q?.trim() && Object.keys(others).length === 0 && !filters.state?.isNot;
  if (!isOfStates) return null;
  return state ? { state } : { location: `not:${noValue}` };
}
