import type { Ref } from 'react';
import { rowOf } from '../../../components/table/row-press.ts';
import type { BoxGroup } from './box-groups.ts';
import { BoxItem, type BoxItemProps } from './box-item.tsx';
import type { BoxResult } from './box-results.ts';
import { readBoxText } from './search-box.ts';
import type { useCommandBox } from './use-command-box.ts';

interface BoxListProps extends Pick<BoxItemProps, 'onOpen' | 'onActs'> {
  ref: Ref<HTMLDivElement>;
  id: string;
  groups: readonly BoxGroup[];
  /** Of the highlighted row, among those of all groups. */
  place: number;
  /** With the key of the row that the pointer is at. */
  onPoint: (key: string | undefined) => void;
}

export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}

export function BoxList({ ref, id, groups, place, onPoint, ...handlers }: BoxListProps) {
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label="Results"
      onPointerMove={({ target }) => onPoint(rowOf(target)?.dataset.row)}
      className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:hidden"
    >
      {groups.map(({ name, isNamed, items }, index) => {
        const before = groups.slice(0, index).reduce((sum, group) => sum + group.items.length, 0);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
          <div key={name} role="group" aria-label={name}>
            {isNamed && (
              <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-badge font-semibold text-ink-soft">
                {name}
              </p>
            )}
            {items.map((result, at) => (
              <BoxItem
                // Rows keep their elements from key to key.
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={at}
                id={optionId(id, before + at)}
                result={result}
                isHighlighted={before + at === place}
                {...handlers}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

export interface BoxStateProps {
  box: Pick<ReturnType<typeof useCommandBox>, 'error' | 'isSearching' | 'refetch'>;
  count: number;
  text: string;
  /** The row whose acts are shown. */
  of: BoxResult | null;
}

/** Why there are no results. Nothing is said while the server is asked. */
export function BoxState({ box, count, text, of }: BoxStateProps) {
  return (
    <>
      {box.error && (
        <p className="shrink-0 px-4 pt-3 text-small text-bad-ink">
          Locations and users could not be searched.{' '}
          <button type="button" className="font-semibold text-petrol underline" onClick={box.refetch}>
            Try again
          </button>
        </p>
      )}
      {count === 0 && text !== '' && !box.isSearching && !box.error && (
        <p className="shrink-0 px-4 pt-3 text-ink-soft">{nothingFound(text, of)}</p>
      )}
    </>
  );
}

function nothingFound(text: string, of: BoxResult | null): string {
  if (of) return `Your roles allow no such act on ${of.name}`;
  return readBoxText(text).mode === 'acts' ? 'No such act' : `Nothing found for “${readBoxText(text).text}”`;
}

export function BoxHints({ isOfRow }: { isOfRow: boolean }) {
  return (
    <p className="flex shrink-0 flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-small text-ink-soft max-md:hidden">
      {(isOfRow ? hintsOfActs : hints).map(([key, does]) => (
        <span key={key} className="whitespace-nowrap">
          <kbd className="rounded-badge border border-line-strong px-1 font-sans text-badge">{key}</kbd>{' '}
          {does}
        </span>
      ))}
    </p>
  );
}

const hintsOfActs = [
  ['Enter', 'do it'],
  ['Esc', 'back'],
] as const;

const hints = [
  ['Enter', 'open'],
  ['Ctrl Enter', 'new tab'],
  ['Tab', 'actions'],
  ['>', 'acts'],
  ['u:', 'users'],
  ['l:', 'locations'],
] as const;
