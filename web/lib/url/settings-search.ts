import { useNavigate, useSearch } from '@tanstack/react-router';

/** The tabs in the URL. Appearance, which every user sees, has no name there. */
const tabs = ['organization', 'configuration', 'email', 'roles', 'registers', 'diagnostics'] as const;
const texts = ['dialog', 'id'] as const;

export type SettingsSearch = { tab?: (typeof tabs)[number] } & { [K in (typeof texts)[number]]?: string };

export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const tab = tabs.find((known) => known === search.tab);
  const given = texts.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value ? [[name, value]] : [];
  });
  return { ...(tab && { tab }), ...Object.fromEntries(given) };
}

type Changes = { [K in keyof SettingsSearch]: SettingsSearch[K] | undefined };

/** Opening something adds a history entry, so that Back undoes it. */
export function useSettingsSearch() {
  const search = parseSettingsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (changes: Partial<Changes>, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (before) => parseSettingsSearch({ ...before, ...changes }),
      replace,
      resetScroll: false,
    });
  return {
    search,
    openDialog: (dialog: string, id?: string) => change({ dialog, id }),
    closeDialog: () => change({ dialog: undefined, id: undefined }, { replace: true }),
  };
}
