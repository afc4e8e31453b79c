import { queryOptions, useQuery } from '@tanstack/react-query';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { FoundLocation, FoundUser } from '../../../../contract/search.ts';
import * as searchContract from '../../../../contract/search.ts';
import { authState } from '../../../lib/account/auth-store.ts';
import { choiceName, townName } from '../../../lib/format/location-names.ts';
import { call } from '../../../lib/http/http.ts';
import { useNewest } from '../../../lib/list/use-newest.ts';
import type { BoxResult, BoxRow, Placed } from './box-results.ts';
import { narrowed, readBoxText, rowTextOf } from './search-box.ts';
import { actsOfKind } from './use-box-acts.ts';

/** Comes with the profile, and stays in memory with what is opened later. */
export const recentQuery = queryOptions({
  queryKey: ['recent'],
  queryFn: async ({ signal }) => (await call(searchContract.listRecent, {}, { signal })).recent,
  initialData: () => authState().profile?.recent,
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
});

function resultOf(row: FoundUser | FoundLocation): BoxResult {
  const { id, kind, name } = row;
  if (row.kind === 'location')
    return {
      key: id,
      kind,
      name: choiceName(row),
      detail: townName(row),
      link: { to: '/locations/$id', params: { id } },
      of: { kind, id },
    };
  const { email, location, is_active } = row;
  return {
    key: id,
    kind,
    name,
    detail: [location, name === email ? null : email].filter(Boolean).join(' · '),
    isInactive: !is_active,
    link: { to: '/users/$userId', params: { userId: id } },
    of: { kind, id },
  };
}

function placed(row: FoundUser | FoundLocation): Placed {
  const { tier, weight, name } = row;
  return { tier, weight, order: fold(name), result: resultOf(row) };
}

/** `question` is a mode and a text: 'user ana'. */
function searchQuery(question: string) {
  const [mode, ...words] = question.split(' ');
  const q = words.join(' ');
  return queryOptions({
    queryKey: ['search', mode, q],
    queryFn: async ({ signal }) => {
      const kind = mode === 'user' || mode === 'location' ? mode : undefined;
      const answer = await call(searchContract.search, { query: { q, ...(kind && { kind }) } }, { signal });
      return [...answer.locations, ...answer.users].map(placed);
    },
    enabled: q !== '',
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * The locations and users that the text finds. Until the server has answered, those of the last answer, and of what was
 * opened lately, that the text finds as well.
 */
export function useFoundRows(typed: string, may: Record<BoxRow['kind'], boolean>) {
  const { data: recent = [] } = useQuery(recentQuery);
  const opened = recent.map(placed);
  const { mode } = readBoxText(typed);
  const text = rowTextOf(typed, actsOfKind);
  const { question, answerOf } = useNewest<Placed[]>(`${mode} ${text}`);
  const query = useQuery(searchQuery(question));
  const { shown, searching, error } = answerOf(query);
  const hasText = text !== '';
  const isAnswered = hasText && !searching && !error;
  const isOffered = ({ result: { of } }: Placed) =>
    of !== undefined && may[of.kind] && (mode === of.kind || mode === 'all' || mode === 'acts');
  const atHand = (rows: readonly Placed[]) => {
    const once = new Map(rows.filter(isOffered).map((row) => [row.result.key, row]));
    return narrowed([...once.values()], text);
  };
  return {
    opened: opened.filter(isOffered).map(({ result }) => result),
    found: isAnswered
      ? (shown?.data ?? []).filter(isOffered)
      : hasText
        ? atHand([...(shown?.data ?? []), ...opened])
        : [],
    isSearching: hasText && searching,
    error: hasText ? error : null,
    refetch: () => void query.refetch(),
  };
}
