import { type ReactNode, Suspense, useState } from 'react';
import type { Filter } from '../../../contract/lists/list-filters.ts';
import { classes } from '../../lib/browser/classes.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import type { ListAddress } from '../../lib/list/list-address.ts';
import { Button } from '../button/button.tsx';
import { IconAdjustmentsHorizontal } from '../icons/icons.ts';
import type { LazyPart } from '../loading/lazy-part.tsx';
import { PopupPlace } from '../overlay/popup-place.tsx';
import { FilterBar, filterPopup } from './filter-bar.tsx';
import type { FilterPopoverProps } from './filter-popover.tsx';
import type { FilterField, FilterSheetProps, SortChoice } from './filter-types.ts';
import { type ListExport, ListTools } from './list-tools.tsx';

export interface ListToolbarProps {
  address: ListAddress<string, string>;
  fields: readonly FilterField[];
  /** The chosen values in words: 'Active', 'not manager, viewer'. */
  describe: (field: string, filter: Filter) => string;
  /** Whether a value does not exist any more. */
  isGone: (field: string, filter: Filter) => boolean;
  sorts: readonly SortChoice[];
  /** The columns that may be hidden. */
  columns: readonly { id: string; label: string }[];
  /** False for actors who may not export the list. */
  exporting: ListExport | false;
  /** Their code is loaded when they are first opened. */
  FilterPopover: LazyPart<Omit<FilterPopoverProps, 'Values'>>;
  FilterSheet: LazyPart<FilterSheetProps>;
  text: string;
  search: ReactNode;
  count: ReactNode;
  showLabel: string;
  elsewhere: ReactNode;
}

/**
 * The number of filters that fit into one line beside the search at 1,440 px. With more, they take a line of their
 * own.
 */
const lettersBesideSearch = 32;

/**
 * One row: search, filters, count and tools. Many filters, and those of narrow screens, take a second row; on a phone
 * they are a sheet.
 */
export function ListToolbar({
  address,
  fields,
  describe,
  isGone,
  sorts,
  columns,
  exporting,
  FilterPopover,
  FilterSheet,
  text,
  search,
  count,
  showLabel,
  elsewhere,
}: ListToolbarProps) {
  const isPhone = useMediaQuery('(width < 48rem)');
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { filters, sort } = address;
  const popups = {
    fields,
    filters,
    text,
    onFilter: ({ field, filter, replace }: Parameters<FilterPopoverProps['onFilter']>[0]) =>
      address.setFilter(field, filter, replace),
  };
  const sorting = { sorts, sort, onSort: address.setSort };
  const letters = fields.reduce((sum, { field, label }) => {
    const filter = filters[field];
    return sum + (filter ? label.length + describe(field, filter).length : 0);
  }, 0);
  const status = (
    // The same width before the count is known, so that its neighbors stay in their line.
    <p role="status" className="whitespace-nowrap text-ink-soft md:min-w-36 md:text-right">
      {count}
    </p>
  );

  if (isPhone) {
    const changes = Object.keys(filters).length + (sort ? 1 : 0);
    return (
      <>
        {/* Sticky, over the padding of `main`, so that it stays visible while the page scrolls. */}
        <div className="sticky -top-4 z-2 border-b border-line bg-surface px-4 py-2 print:hidden">
          {search}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
          <Button
            variant="secondary"
            icon={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setSheetOpen(true)}
          >
            Filter & sort{changes > 0 && ` (${changes})`}
          </Button>
          {status}
        </div>
        <Suspense>
          {isSheetOpen && (
            <FilterSheet
              {...popups}
              {...sorting}
              describe={describe}
              onClear={address.clearFilters}
              showLabel={showLabel}
              onClose={() => setSheetOpen(false)}
            />
          )}
        </Suspense>
      </>
    );
  }
  return (
    <div className="flex min-h-16 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 print:hidden">
      {search}
      <div
        className={classes(
          'flex min-w-0 flex-1 flex-wrap items-center gap-2 max-[64rem]:order-1 max-[64rem]:basis-full',
          letters > 0 && 'max-[75rem]:order-1 max-[75rem]:basis-full',
          letters > (elsewhere ? 0 : lettersBesideSearch) && 'order-1 basis-full',
        )}
      >
        <FilterBar
          fields={fields}
          filters={filters}
          describe={describe}
          isGone={isGone}
          onRemove={(field) => address.setFilter(field, null)}
          onClear={address.clearFilters}
        />
      </div>
      <div className="ml-auto flex items-center gap-3">
        {elsewhere}
        {status}
        <div className="flex">
          <ListTools
            sorting={sorting}
            exporting={exporting}
            columns={{
              columns,
              hidden: address.hidden,
              onHidden: address.setHidden,
              isCompact: address.isCompact,
              onCompact: address.setCompact,
            }}
          />
        </div>
      </div>
      <PopupPlace of={filterPopup}>{(popup) => <FilterPopover {...popups} popup={popup} />}</PopupPlace>
    </div>
  );
}
