import { useNavigate, useSearch } from '@tanstack/react-router';
import { parseListSearch } from './list-search.ts';

const filters = ['user', 'location', 'action', 'only', 'from', 'to'] as const;

export type AuditSearch = { [K in (typeof filters)[number]]?: string };

export type AuditSearchChanges = { [K in keyof AuditSearch]?: string | undefined };

export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const given = filters.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

/** Unknown parameters stay until a change. A change adds a history entry, so that Back undoes it. */
export function useAuditSearch() {
  const given = parseListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    given,
    change: (changes: AuditSearchChanges) =>
      void navigate({
        to: '.',
        search: (before) => parseAuditSearch({ ...before, ...changes }),
        resetScroll: false,
      }),
    show: (search: AuditSearch) => void navigate({ to: '.', search, resetScroll: false }),
  };
}
