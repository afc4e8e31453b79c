import type { View } from '../../../contract/views.ts';
import { useAccess } from '../../lib/account/access.ts';
import {
  type ListSearch,
  type ListView,
  newSalesSearch,
  parseListSearch,
} from '../../lib/url/list-search.ts';

/** The part of a URL that makes a view, as a query that is equal for equal views. The height of rows is the reader's. */
export function viewText(search: ListSearch): string {
  const { dialog, id, density, ...view } = search;
  return new URLSearchParams(Object.entries(view).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

export function searchOf({ list, query }: View): ListSearch {
  const { density, ...search } = parseListSearch(Object.fromEntries(new URLSearchParams(query)));
  return (list === 'sales' && newSalesSearch(search)) || search;
}

/** The view that was saved of a built-in one when it was watched. It is no row of its own in lists of views. */
export function isSavedOf({ name, search }: ListView) {
  const text = viewText(search);
  return (view: View) => !view.is_shared && view.name === name && viewText(searchOf(view)) === text;
}

/** Their own, or a shared one if they may share: it is for all locations, as a role is. */
export function useMayChange() {
  const mayShare = useAccess().mayAct('shareViews');
  return (view: View) => (view.is_shared ? mayShare : view.is_own);
}
