import { type MouseEvent, memo, type Ref } from 'react';
import {
  IconAdjustmentsHorizontal,
  IconBuildingStore,
  IconChevronRight,
  IconDots,
  IconSearch,
  IconSettings,
  IconUsers,
} from '../../../components/icons/icons.ts';
import { rowOf } from '../../../components/table/row-press.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { type BoxResult, type FoundResult, hasActs, hrefOf, type Typed } from './box-results.ts';
import { Marked } from './mark.tsx';
import { type BoxGroup, readBoxText } from './search-box.ts';
import type { useCommandBox } from './use-command-box.ts';

interface BoxListProps extends Pick<BoxItemProps, 'words' | 'onOpen' | 'onActs'> {
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

export interface BoxStateProps extends Typed {
  box: Pick<ReturnType<typeof useCommandBox>, 'error' | 'isSearching' | 'refetch'>;
  count: number;
}

/** Why there are no results. Nothing is said while the server is asked. */
export function BoxState({ box, count, text, of, act }: BoxStateProps) {
  const isNothing = count === 0 && !box.isSearching && !box.error;
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
      {isNothing && <p className="shrink-0 px-4 py-3 text-ink-soft">{nothingFound({ text, of, act })}</p>}
    </>
  );
}

function nothingFound({ text: typed, of, act }: Typed): string {
  if (of) return `Your roles allow no such act on ${of.name}`;
  const { mode, text } = readBoxText(typed);
  if (act && text === '') return `Type the name of a ${act.kind}`;
  if (text === '' && mode === 'all') return 'Type a name, a number, a page, or what you want to do';
  if (text === '') return 'Type a name, a number or a phone';
  return mode === 'acts' ? 'No such act' : `Nothing found for “${text}”`;
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

const kinds = {
  user: { Icon: IconUsers, name: 'User' },
  location: { Icon: IconBuildingStore, name: 'Location' },
  screen: { Icon: IconSettings, name: 'Page' },
  view: { Icon: IconAdjustmentsHorizontal, name: 'View' },
  act: { Icon: IconChevronRight, name: 'Act' },
  list: { Icon: IconSearch, name: '' },
} as const;

interface BoxItemProps {
  id: string;
  /** What was typed, to be marked. */
  words: readonly string[];
  result: BoxResult;
  isHighlighted: boolean;
  onOpen: (result: BoxResult) => void;
  onActs: (result: FoundResult) => unknown;
}

/** A link where it opens a page, so that the browser's own ways to open one work, too. */
const BoxItem = memo(Item);

function Item({ id, result, words, isHighlighted, onOpen, onActs }: BoxItemProps) {
  const { kind, name, detail, whyNot, link, isInactive } = result;
  const Icon = result.Icon ?? kinds[kind].Icon;
  const isDisabled = whyNot !== undefined;
  const Row = link && !isDisabled ? 'a' : 'div';
  return (
    <Row
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isHighlighted}
      aria-disabled={isDisabled || undefined}
      data-row={result.key}
      {...(link && !isDisabled && { href: hrefOf(link) })}
      // The focus stays where the text is typed.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={(event: MouseEvent) => {
        // The browser opens a new tab by itself.
        if (link && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
        event.preventDefault();
        onOpen(result);
      }}
      className="flex min-h-11 cursor-default items-center gap-3 rounded-control px-2.5 py-1.5 outline-none select-none aria-disabled:text-ink-faint aria-selected:bg-petrol-soft max-md:min-h-13"
    >
      <span className="shrink-0 text-petrol">
        <Icon size={20} aria-hidden="true" />
        {kinds[kind].name && <span className="sr-only">{kinds[kind].name}: </span>}
      </span>
      <span className="min-w-0 flex-1">
        <span
          className={classes('block truncate', kind === 'list' ? 'font-semibold text-petrol' : 'font-medium')}
        >
          {kind === 'list' ? name : <Marked text={name} words={words} />}
          {isInactive && <span className="font-normal text-ink-soft"> · Inactive</span>}
        </span>
        {(whyNot ?? detail) && (
          <span className="block truncate text-small text-ink-soft">
            {whyNot ?? <Marked text={detail ?? ''} words={words} />}
          </span>
        )}
      </span>
      {hasActs(result) && (
        // The key Tab does the same for the highlighted row.
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <span
          data-acts
          title="Actions"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onActs(result);
          }}
          className="grid size-9 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-line max-md:size-11"
        >
          <IconDots size={18} aria-hidden="true" />
        </span>
      )}
    </Row>
  );
}
