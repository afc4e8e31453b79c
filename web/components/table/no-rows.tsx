import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { EmptyArt } from '../feedback/empty-art.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import type { ListToolbarProps } from '../filters/list-toolbar.tsx';

interface NothingFoundProps {
  text: string;
  onClearText: () => void;
  toolbar: Pick<ListToolbarProps, 'listUrl' | 'fields' | 'describe' | 'isGone'>;
  noun: readonly [one: string, several: string];
  /** The specification's texts for a search without a result. */
  notFound: { title: string; text: string };
  /** The same search in another list. */
  elsewhere: ReactNode;
}

export interface NoRowsProps extends NothingFoundProps {
  refusal: string | null;
  empty: { title: string; text: string; action: ReactNode };
}

export function NoRows({ refusal, empty, ...found }: NoRowsProps) {
  if (refusal !== null)
    return (
      <div className="flex flex-col items-center gap-5 px-6 py-14 text-center">
        <EmptyArt kind="refused" />
        <p className="max-w-sm">{refusal}</p>
      </div>
    );
  const isNarrowed = found.text.trim() !== '' || Object.keys(found.toolbar.listUrl.filters).length > 0;
  return isNarrowed ? <NothingFound {...found} /> : <EmptyState {...empty} />;
}

function NothingFound({ text, onClearText, toolbar, noun, notFound, elsewhere }: NothingFoundProps) {
  const { listUrl, fields, describe, isGone } = toolbar;
  const search = text.trim();
  const conditions = fields.flatMap(({ field, label }) => {
    const filter = listUrl.filters[field];
    return filter ? [`${label}: ${describe(field, filter)}`] : [];
  });
  const gone = fields.some(({ field }) => {
    const filter = listUrl.filters[field];
    return filter?.isNot === false && isGone(field, filter);
  });
  const isFiltered = conditions.length > 0;
  const title = search ? notFound.title : `No ${noun[1]} match these filters`;
  const why = !isFiltered
    ? notFound.text
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
          {isFiltered && (
            <Button variant="secondary" onClick={listUrl.clearFilters}>
              Clear filters
            </Button>
          )}
          {search && (
            <Button variant="secondary" onClick={onClearText}>
              Clear search
            </Button>
          )}
          {elsewhere && <span className="px-2">{elsewhere}</span>}
        </div>
      }
    />
  );
}
