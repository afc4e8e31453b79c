import type { Line } from './lines.pure.ts';

/** The page of the subject. Null for a row about several. */
export function pathOf(
  row: Pick<Line, 'subject_type' | 'subject_id' | 'details' | 'list' | 'query'>,
): string | null {
  const { subject_type, subject_id, details, list, query } = row;
  if (details.more === true || (details.in_run === true && subject_type !== 'account')) return null;
  switch (subject_type) {
    case 'account':
      return '/profile';
    case 'location':
      return `/locations/${subject_id}`;
    case 'user':
      return `/users/${subject_id}`;
    case 'run':
      return `/runs/${subject_id}`;
    case 'backup':
      return '/settings?tab=configuration';
    case 'view':
      return list && `/${list}${query ? `?${query}` : ''}`;
  }
}
