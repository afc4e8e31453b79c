import { type MouseEvent, memo } from 'react';
import {
  IconAdjustmentsHorizontal,
  IconBuildingStore,
  IconChevronRight,
  IconDots,
  IconSearch,
  IconSettings,
  IconUsers,
} from '../../../components/icons/icons.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { type BoxResult, hasActs, hrefOf } from './box-results.ts';

const icons = {
  user: IconUsers,
  location: IconBuildingStore,
  screen: IconSettings,
  view: IconAdjustmentsHorizontal,
  act: IconChevronRight,
  list: IconSearch,
} as const;
const kindNames = {
  user: 'User',
  location: 'Location',
  screen: 'Page',
  view: 'View',
  act: 'Act',
  list: '',
} as const;

export interface BoxItemProps {
  id: string;
  result: BoxResult;
  isHighlighted: boolean;
  onOpen: (result: BoxResult) => void;
  onActs: (result: BoxResult) => unknown;
}

/** A link where it opens a page, so that the browser's own ways to open one work, too. */
export const BoxItem = memo(Item);

function Item({ id, result, isHighlighted, onOpen, onActs }: BoxItemProps) {
  const { kind, name, detail, whyNot, link, isInactive } = result;
  const Icon = result.Icon ?? icons[kind];
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
        {kindNames[kind] && <span className="sr-only">{kindNames[kind]}: </span>}
      </span>
      <span className="min-w-0 flex-1">
        <span
          className={classes('block truncate', kind === 'list' ? 'font-semibold text-petrol' : 'font-medium')}
        >
          {name}
          {isInactive && <span className="font-normal text-ink-soft"> · Inactive</span>}
        </span>
        {(whyNot ?? detail) && (
          <span className="block truncate text-small text-ink-soft">{whyNot ?? detail}</span>
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
