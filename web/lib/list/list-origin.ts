import { useLocation } from '@tanstack/react-router';

/** The list that a page was opened from. A link that is pasted has none. */
export interface ListOrigin {
  /** Where the list is in the history of the tab. */
  index: number;
  /** Its address without the open dialog: search, filters, sort. */
  search: Record<string, string>;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    list?: ListOrigin;
  }
}

/** What a link of a list's row passes on, so that the page of the row leads back to this list. */
export interface ListState {
  list: ListOrigin;
}

export function useListState(): ListState {
  return useLocation({
    select: ({ search, state }) => ({ list: { index: state.__TSR_index, search: withoutDialog(search) } }),
    structuralSharing: true,
  });
}

export function useListOrigin(): ListOrigin | null {
  return useLocation({ select: ({ state }) => state.list ?? null, structuralSharing: true });
}

function withoutDialog(search: object): Record<string, string> {
  const given = Object.entries(search).filter(([name]) => name !== 'dialog' && name !== 'id');
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
