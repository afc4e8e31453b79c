import { useNavigate, useSearch } from '@tanstack/react-router';
import { searchMaxLength } from '../../../contract/fields/limits.ts';

const names = ['tab', 'reason', 'q', 'dialog', 'id'] as const;

export type PageSearch = { [K in (typeof names)[number]]?: string };

type Changes = { [K in keyof PageSearch]: PageSearch[K] | undefined };

export function parsePageSearch(search: Record<string, unknown>): PageSearch {
  const given = names.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

/** Opening a dialog adds a history entry, so that Back closes it. The list that the page was opened from is kept. */
export function usePageSearch() {
  const { tab, reason, q = '', dialog, id }: PageSearch = parsePageSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (changes: Partial<Changes>, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (before) => parsePageSearch({ ...before, ...changes }),
      state: true,
      replace,
      resetScroll: false,
    });
  return {
    tab,
    reason,
    // The server takes no more.
    q: q.slice(0, searchMaxLength),
    dialog,
    id,
    setTab: (tab: string | undefined) => change({ tab }, { replace: true }),
    setQ: (q: string) => change({ q }, { replace: true }),
    openDialog: (dialog: string, id?: string) => change({ dialog, id }),
    closeDialog: () => change({ dialog: undefined, id: undefined }, { replace: true }),
  };
}
