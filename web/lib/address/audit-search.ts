import { useNavigate, useSearch } from '@tanstack/react-router';

const filters = ['user', 'location', 'action', 'from', 'to'] as const;

/** What the address of the audit log holds: its filters. */
export type AuditSearch = { [K in (typeof filters)[number]]?: string };

/** The same filters, of which some are taken away. */
export type AuditSearchChanges = { [K in keyof AuditSearch]?: string | undefined };

/** Keeps only what the audit log knows. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const given = filters.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

/** The filters in the address, and how to change them. A change adds to the history, so that Back undoes it. */
export function useAuditSearch() {
  const search = parseAuditSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    search,
    change: (changes: AuditSearchChanges) =>
      void navigate({ to: '.', search: (before) => parseAuditSearch({ ...before, ...changes }) }),
    /** These filters in place of those before. */
    show: (search: AuditSearch) => void navigate({ to: '.', search }),
  };
}
