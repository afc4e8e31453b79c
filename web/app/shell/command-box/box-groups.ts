import { useLocation } from '@tanstack/react-router';
import type { BoxAct, BoxResult } from './box-results.ts';
import { type BoxAnswer, readBoxText, resultOf } from './search-box.ts';

export interface BoxGroup {
  name: string;
  isNamed?: boolean;
  items: BoxResult[];
}

export function groupsOf({ results, didYouMean }: BoxAnswer, links: BoxResult[]): BoxGroup[] {
  // One group, so that the first key changes rows instead of adding a group with new ones.
  const isExact = didYouMean.length === 0;
  return [
    { name: 'Found', items: isExact ? [...results, ...links] : results },
    { name: 'Did you mean', isNamed: true, items: didYouMean },
    { name: 'Search a list', items: isExact ? [] : links },
  ].filter(({ items }) => items.length > 0);
}

export function actsGroup(of: BoxResult, acts: readonly BoxAct[], text: string): BoxGroup {
  const typed = text.trim().toLowerCase();
  const shown = acts.filter(({ label }) =>
    label
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(typed)),
  );
  return {
    name: 'Found',
    items: shown.map((act) => ({ ...resultOf(act, of), name: act.label, detail: null })),
  };
}

/** The list page at hand comes first, so that Enter leads there when nothing is found. */
export function useListLinks(typed: string, may: Record<'user' | 'location', boolean>): BoxResult[] {
  const { pathname } = useLocation();
  const { mode, text } = readBoxText(typed);
  if (text === '' || mode === 'acts') return [];
  const link = (kind: 'user' | 'location', to: '/users' | '/locations', label: string): BoxResult[] =>
    may[kind] && (mode === 'all' || mode === kind)
      ? [
          {
            key: to,
            kind: 'list',
            name: `Search ${label} for “${text}”`,
            detail: null,
            link: { to, search: { q: text } },
          },
        ]
      : [];
  const [users, locations] = [link('user', '/users', 'Users'), link('location', '/locations', 'Locations')];
  return pathname.startsWith('/locations') ? [...locations, ...users] : [...users, ...locations];
}
