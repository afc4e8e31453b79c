import { useQuery } from '@tanstack/react-query';
import { tiers } from '../../../contract/lists/search-tiers.ts';
import { type RecentPick, search as searchCall } from '../../../contract/search.ts';
import { call } from '../../lib/http/http.ts';
import { Button } from '../button/button.tsx';
import { EmptyArt, EmptyState } from '../feedback/empty-state.tsx';
import { describeFilters } from '../filters/filters.ts';
import { IconAlertTriangle } from '../icons/icons.ts';
import type { ListCardProps } from './use-list-page.ts';

export interface NoRowsProps extends Pick<ListCardProps<never>, 'toolbar' | 'empty' | 'elsewhere'> {
  refusal: string | null;
  page: Pick<ListCardProps<never>['page'], 'text' | 'setText' | 'listUrl' | 'noun'>;
}

export function NoRows({ refusal, empty, ...found }: NoRowsProps) {
  if (refusal !== null)
    return (
      <div className="flex flex-col items-center gap-5 px-6 py-14 text-center">
        <EmptyArt kind="refused" />
        <p className="max-w-sm">{refusal}</p>
      </div>
    );
  const { text, listUrl, noun } = found.page;
  const isNarrowed = text.trim() !== '' || Object.keys(listUrl.filters).length > 0;
  return isNarrowed ? <NothingFound {...found} /> : <EmptyState title={`No ${noun[1]} yet`} {...empty} />;
}

/** The specification's texts for a search without a result, when nothing else says why. */
function NothingFound({ page, toolbar, elsewhere }: Omit<NoRowsProps, 'refusal' | 'empty'>) {
  const { text, setText, listUrl, noun } = page;
  const search = text.trim();
  const conditions = describeFilters(listUrl.filters, toolbar);
  const gone = toolbar.fields.some(({ field }) => {
    const filter = listUrl.filters[field];
    return filter?.isNot === false && toolbar.isGone(field, filter);
  });
  const isFiltered = conditions.length > 0;
  const title = search ? `No ${noun[1]} found` : `No ${noun[1]} match these filters`;
  const why = !isFiltered
    ? 'Try adjusting your search criteria.'
    : search
      ? `No ${noun[0]} with ${conditions.join(' and ')} matches “${search}”.`
      : gone
        ? `${conditions.join(' and ')}. Clear the filters to see more.`
        : 'Change or clear them to see more.';
  return (
    <EmptyState
      art="search"
      title={title}
      text={why}
      action={
        <div className="flex flex-wrap items-center justify-center gap-2">
          {search && !isFiltered && <DidYouMean typed={search} kind={noun[0]} onChoose={setText} />}
          {isFiltered && (
            <Button variant="secondary" onClick={listUrl.clearFilters}>
              Clear filters
            </Button>
          )}
          {search && (
            <Button variant="secondary" onClick={() => setText('')}>
              Clear search
            </Button>
          )}
          {elsewhere && <span className="px-2">{elsewhere}</span>}
        </div>
      }
    />
  );
}

/** With typing errors the name is another one: the nearest that the command box would offer. */
function DidYouMean({
  typed,
  kind,
  onChoose,
}: {
  typed: string;
  kind: string;
  onChoose: (name: string) => void;
}) {
  const { data: name } = useQuery({
    queryKey: ['search', 'nearest', kind, typed],
    queryFn: ({ signal }) => findNearest(typed, kind, signal),
    enabled: kind === 'user' || kind === 'location',
    gcTime: 0,
  });
  if (!name) return null;
  return (
    <p className="w-full pb-1">
      Did you mean{' '}
      <button
        type="button"
        className="font-semibold text-petrol underline max-md:min-h-11"
        onClick={() => onChoose(name)}
      >
        {name}
      </button>
      ?
    </p>
  );
}

async function findNearest(q: string, kind: string, signal: AbortSignal): Promise<string | null> {
  const query = { q, kind: kind as RecentPick['kind'] };
  const { users, locations } = await call(searchCall, { query }, { signal });
  return [...users, ...locations].find(({ tier }) => tier === tiers.typo)?.name ?? null;
}

export interface PartialFailureProps {
  error: Error;
  /** All rows are loaded, and refreshing them failed. */
  isComplete: boolean;
  onRetry: () => void;
}

export function PartialFailure({ error, isComplete, onRetry }: PartialFailureProps) {
  return (
    <div
      role="alert"
      className="flex shrink-0 items-center gap-2.5 border-t border-line bg-bad-soft py-1.5 pr-3 pl-5 text-small text-bad max-lg:sticky max-lg:-bottom-6 max-md:pl-4 print:hidden"
    >
      <IconAlertTriangle size={18} aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {isComplete ? 'The list may be out of date.' : 'The list is not complete.'} {error.message}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
