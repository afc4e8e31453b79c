import { useState } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../../lib/browser/classes.ts';
import { createPopup } from '../../lib/browser/popup.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { IconDots, IconX } from '../icons/icons.ts';
import { lazyMenu } from '../loading/lazy-dialog.tsx';
import { PopupPlace } from '../overlay/popup-place.tsx';
import { ActionSheet } from '../overlay/sheet.tsx';
import { pageBottom } from '../table/page-bottom.ts';
import type { Selection } from '../table/use-selection.ts';
import type { BulkAction } from './bulk-menu.tsx';

export interface BulkBarProps {
  selection: Selection;
  /** How many rows match: '10,000+'; false while the number is unknown, and when all of them are selected. */
  matching: string | false;
  /** 'Nina Castellanos': selected rows that somebody else deleted. */
  deleted: string;
  noun: readonly [one: string, several: string];
  actions: readonly BulkAction[];
}

const BulkMenu = lazyMenu(() => import('./bulk-menu.tsx'), 'BulkMenu');
const moreActs = createPopup<readonly BulkAction[]>('menu');

export function BulkBar({ selection, matching, deleted, noun, actions }: BulkBarProps) {
  const isStacked = useMediaQuery('(width < 64rem)');
  const [isOpen, setOpen] = useState(false);
  const { count, isAll, clear, selectAll } = selection;
  const counted = count === undefined ? 'All selected' : `${countOf(count, ...noun)} selected`;
  const note = deleted && <span className="block text-small font-normal">Deleted meanwhile: {deleted}</span>;
  const all = !isAll && matching !== false && (
    <Button variant="link" onClick={selectAll} className="whitespace-nowrap">
      <span>
        Select all {matching}
        <span className="@max-[68rem]:sr-only"> that match</span>
      </span>
    </Button>
  );

  if (isStacked) {
    const bottom = document.getElementById(pageBottom);
    const bar = (
      <div className="flex min-h-16 items-center gap-3 border-t border-line bg-petrol-soft py-2 pr-2 pl-4">
        <p role="status" className="min-w-0 flex-1 font-semibold">
          {counted}
          {note}
          {all && <span className="block font-normal">{all}</span>}
        </p>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Actions
        </Button>
        <IconButton
          label="Clear the selection"
          icon={<IconX size={20} aria-hidden="true" />}
          onClick={clear}
          className="size-11"
        />
        {isOpen && <ActionSheet title={counted} actions={actions} onClose={() => setOpen(false)} />}
      </div>
    );
    return bottom && createPortal(bar, bottom);
  }
  const extras = actions.filter(({ isExtra }) => isExtra);
  return (
    <div className="@container absolute inset-0 border-b border-line bg-petrol-soft">
      <div className="flex h-full items-center gap-2 px-6">
        <p role="status" className="max-w-60 min-w-0 truncate font-semibold">
          {counted}
          {note}
        </p>
        {all && <span aria-hidden="true">·</span>}
        {all}
        <div className="ml-auto flex items-center gap-1">
          {actions.map(({ label, icon, isSwitch = false, isExtra = false, run }, index) => (
            <Button
              key={label}
              variant="ghost"
              icon={<span className="@max-[80rem]:hidden">{icon}</span>}
              onClick={run}
              className={classes(
                'px-3! text-ink! enabled:hover:bg-surface! @max-[80rem]:px-2!',
                isExtra && '@max-[68rem]:hidden',
                isSwitch && !actions[index - 1]?.isSwitch && 'ml-4',
              )}
            >
              {label}
            </Button>
          ))}
          {extras.length > 0 && (
            <IconButton
              label="More actions"
              tooltip="More"
              icon={<IconDots size={18} aria-hidden="true" />}
              className="@min-[68rem]:hidden"
              {...moreActs.buttonProps(extras)}
            />
          )}
        </div>
        <IconButton
          label="Clear the selection"
          tooltip="Clear"
          hotkey="Esc"
          icon={<IconX size={18} aria-hidden="true" />}
          onClick={clear}
        />
      </div>
      <PopupPlace of={moreActs}>{(popup) => <BulkMenu popup={popup} />}</PopupPlace>
    </div>
  );
}
