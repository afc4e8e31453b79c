import { Autocomplete } from '@base-ui/react/autocomplete';
import type { Ref } from 'react';
import { BoxItem, type BoxItemProps } from './box-item.tsx';
import type { BoxResult } from './box-results.ts';
import { readBoxText } from './search-box.ts';
import type { useCommandBox } from './use-command-box.ts';

export interface BoxGroup {
  value: string;
  items: BoxResult[];
}

export const didYouMean = 'Did you mean';
/** The others need no heading. */
const labels = new Set([didYouMean]);

export function BoxList({
  ref,
  onOpen,
  onActs,
}: Omit<BoxItemProps, 'result'> & { ref: Ref<HTMLDivElement> }) {
  return (
    <Autocomplete.List
      ref={ref}
      aria-label="Results"
      className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:hidden"
    >
      {(group: BoxGroup) => (
        <Autocomplete.Group key={group.value} items={group.items} aria-label={group.value}>
          {labels.has(group.value) && (
            <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-badge font-semibold text-ink-soft">
              {group.value}
            </Autocomplete.GroupLabel>
          )}
          <Autocomplete.Collection>
            {(result: BoxResult, place: number) => (
              <BoxItem key={place} result={result} onOpen={onOpen} onActs={onActs} />
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
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
