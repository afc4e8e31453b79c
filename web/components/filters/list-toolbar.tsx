import { type ReactNode, Suspense, useState } from 'react';
import { createPopup, usePopup } from '../../lib/browser/popup.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import type { ListUrl } from '../../lib/list/list-url.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { IconAdjustmentsHorizontal, IconDownload } from '../icons/icons.ts';
import { lazyMenu } from '../loading/lazy-dialog.tsx';
import type { LazyPart } from '../loading/lazy-part.tsx';
import { PopupPlace } from '../overlay/popup-place.tsx';
import type { DisplayProps } from './display-popover.tsx';
import type { ListExport } from './export-popover.tsx';
import { FilterBar, filterPopup } from './filter-bar.tsx';
import type { FilterPopoverProps } from './filter-popover.tsx';
import type { FilterSheetProps } from './filter-sheet.tsx';
import type { FilterWords } from './filters.ts';

const DisplayPopover = lazyMenu(() => import('./display-popover.tsx'), 'DisplayPopover');
const ExportPopover = lazyMenu(() => import('./export-popover.tsx'), 'ExportPopover');

const displayPopup = createPopup('dialog');
const exportPopup = createPopup('dialog');

/** `onPrint` loads the rows of the list and opens the dialog of the browser. */
export interface ListToolbarProps extends FilterWords, DisplayProps {
  listUrl: ListUrl<string, string>;
  /** False for actors who may not export the list. */
  exporting: ListExport | false;
  /** Their code is loaded when they are first opened. */
  FilterPopover: LazyPart<Omit<FilterPopoverProps, 'Values'>>;
  FilterSheet: LazyPart<Omit<FilterSheetProps, 'Values'>>;
  text: string;
  search: ReactNode;
  count: ReactNode;
  /** What others changed and the list does not show yet: its place is below the count. */
  waiting: ReactNode;
  counted: string | false;
  showLabel: string;
}

/** One row of 64 px, whatever is on. On a phone the filters are a sheet. */
export function ListToolbar(props: ListToolbarProps) {
  const { listUrl, fields, describe, FilterPopover, FilterSheet, text, search, count, waiting } = props;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isPopupOpen = usePopup(filterPopup) !== null;
  const isPhone = useMediaQuery('(width < 40rem)', isSheetOpen || isPopupOpen);
  const popups = { listUrl, fields, text, describe };
  if (isPhone) {
    const changes = Object.keys(listUrl.filters).length + (listUrl.sort ? 1 : 0);
    return (
      <>
        {/* Sticky, over the padding of `main`, so that it stays visible while the page scrolls. */}
        <div className="sticky -top-4 z-2 flex items-center gap-2 border-b border-line bg-surface px-4 py-1.5 print:hidden">
          {search}
          <span className="relative">
            <IconButton
              label={`Filter & sort${changes > 0 ? ` (${changes})` : ''}`}
              tooltip="Filter & sort"
              icon={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={() => setSheetOpen(true)}
              className="size-11 border border-line-strong"
            />
            {changes > 0 && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute -top-1 -right-1 grid h-5 min-w-5 place-items-center rounded-full bg-petrol px-1 text-badge font-semibold text-on-petrol"
              >
                {changes}
              </span>
            )}
          </span>
        </div>
        {/* Always there, so that no row moves when something is counted or waits. */}
        <div className="flex h-8 items-center justify-between gap-3 border-b border-line px-4 text-ink-soft print:hidden">
          <p role="status" className="min-w-0 truncate">
            {count}
          </p>
          {waiting}
        </div>
        <Suspense>
          {isSheetOpen && (
            <FilterSheet
              {...popups}
              sorts={props.sorts}
              showLabel={props.showLabel}
              onClose={() => setSheetOpen(false)}
            />
          )}
        </Suspense>
      </>
    );
  }
  return (
    <div className="flex h-16 shrink-0 items-center gap-3 border-b border-line px-4 print:hidden">
      {search}
      <FilterBar listUrl={listUrl} fields={fields} describe={describe} isGone={props.isGone} />
      <div className="flex shrink-0 items-center gap-3">
        {/* The same width before the count is known, so that its neighbors do not move. */}
        <div className="relative min-w-36 text-right whitespace-nowrap max-md:min-w-20">
          <p role="status" className="text-ink-soft">
            {count}
          </p>
          <div className="absolute top-full right-0">{waiting}</div>
        </div>
        <div className="flex items-center gap-1">
          <ListTools {...props} />
        </div>
      </div>
      <PopupPlace of={filterPopup}>{(popup) => <FilterPopover {...popups} popup={popup} />}</PopupPlace>
    </div>
  );
}

function ListTools({ listUrl, sorts, columns, onPrint, exporting, counted }: ListToolbarProps) {
  const { sort, hidden, isCompact } = listUrl;
  const isChanged = sort !== null || hidden.length > 0 || isCompact;
  return (
    <>
      <Button
        variant="secondary"
        aria-label={isChanged ? 'Display (changed)' : undefined}
        data-tooltip="Sort, columns and row height"
        icon={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        className="relative h-8! px-2.5!"
        {...displayPopup.buttonProps(null)}
      >
        Display
        {isChanged && (
          <span
            aria-hidden="true"
            className="absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-surface bg-petrol"
          />
        )}
      </Button>
      {exporting && (
        <IconButton
          label="Export"
          icon={<IconDownload size={18} aria-hidden="true" />}
          className="size-8!"
          disabled={exporting.isPending}
          {...exportPopup.buttonProps(null)}
        />
      )}
      <PopupPlace of={displayPopup}>
        {(popup) => <DisplayPopover {...{ popup, listUrl, sorts, columns, onPrint }} />}
      </PopupPlace>
      <PopupPlace of={exportPopup}>
        {(popup) => exporting && <ExportPopover popup={popup} counted={counted} exporting={exporting} />}
      </PopupPlace>
    </>
  );
}
