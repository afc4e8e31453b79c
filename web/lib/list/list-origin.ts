import { useLocation } from '@tanstack/react-router';

/** The list that a page was opened from. A pasted link has none. */
export interface ListOrigin {
  /** The position of the list in the history of the tab. */
  index: number;
  /** Its URL without the open dialog: search, filters, sort. */
  search: Record<string, string>;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    list?: ListOrigin;
  }
}

/** The state of a link in a list row, so that the page of the row leads back to this list. */
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
