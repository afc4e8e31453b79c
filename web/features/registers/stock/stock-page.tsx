import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type StockItem, type StockSortField, stockSortFields } from '../../../../contract/stock.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { FeedPage, FilterRow } from '../../../components/feed-page/feed-page.tsx';
import type { EmptyStateProps } from '../../../components/feedback/empty-state.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { formatCalendarDay, formatClock } from '../../../lib/format/format-date.ts';
import { formatQuantity } from '../../../lib/format/format-money.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { LocationFilter } from '../../../parts/choose/location-choices.tsx';
import { OneOfFilter, useProductSearch } from '../filters.tsx';
import { useLocationNames } from '../location-names.ts';
import { exportStock, type StockFilters, stockQuery } from '../registers.api.ts';
import { SectionBar } from '../section-bar.tsx';

const checks = {
  show: oneOf(['all']),
  sort: oneOf(stockSortFields.flatMap((field) => [field, `-${field}` as const])),
};

/** On paper nothing else says that this is not all of it. */
function PrintedFilters({ q, location }: Pick<StockFilters, 'q' | 'location'>) {
  const namesOf = useLocationNames(location ? [[location]] : []);
  if (!q && !location) return null;
  return (
    <p className="hidden px-6 py-2 print:block">
      {['Only', q && `“${q}”`, location && `at ${namesOf([location])}`].filter(Boolean).join(' ')}
    </p>
  );
}

/** Low stock, until somebody asks for all of it. */
export function StockPage() {
  const { search, change } = usePageUrl('/guarded/stock', checks);
  const { q, field } = useProductSearch();
  const mayImport = useAccess().mayImport('stock');
  const { location, show, sort } = search;
  const filters: StockFilters = { q, location, show, sort };
  const query = useInfiniteQuery(stockQuery(filters));
  const first = query.data?.pages[0];
  return (
    <FeedPage
      title="Stock"
      subtitle={subtitleOf(first?.locations, show !== undefined)}
      bar={<SectionBar />}
      importing={mayImport ? 'stock' : undefined}
      exporting={{ save: () => exportStock(filters), failed: 'Failed to export the stock' }}
      filters={
        <>
          <FilterRow isPrinted={false} count={first ? countOf(first.total, 'item') : ''}>
            <SearchInput {...field} searching={query.isPlaceholderData} />
            <LocationFilter id={location} onChange={(id) => change({ location: id })} />
            <OneOfFilter
              label="Show"
              everything="Low stock"
              options={{ all: 'All stock' }}
              value={show}
              onChange={(value) => change({ show: value })}
            />
          </FilterRow>
          <PrintedFilters q={q} location={location} />
        </>
      }
      query={query}
      rows={query.data?.pages.flatMap((page) => page.items)}
      loading="Loading stock..."
      empty={describeNothing(first?.locations, Boolean(q || location), show !== undefined, mayImport)}
      more="Show more items"
    >
      {(items) => (
        <PlainTable
          caption="Stock"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          sort={{ by: sort, onSort: (sort) => change({ sort }) }}
        />
      )}
    </FeedPage>
  );
}

function subtitleOf(locations: number | undefined, isAll: boolean): string {
  if (locations === undefined) return ' ';
  const known = `Stock is known at ${countOf(locations, 'location')}`;
  if (locations === 0) return 'What stock lists say is on hand';
  return isAll ? known : `At or below the reorder point. ${known}`;
}

function ImportLink() {
  return (
    <Link to="/import/$about" params={{ about: 'stock' }} className={buttonClasses('secondary')}>
      Import
    </Link>
  );
}

function describeNothing(
  locations: number | undefined,
  isFiltered: boolean,
  isAll: boolean,
  mayImport: boolean,
): EmptyStateProps {
  if (!locations) {
    return {
      title: 'No stock list yet',
      text: 'Registers do not know what is on hand. Import a list with location, code, on hand and reorder point.',
      action: mayImport && <ImportLink />,
    };
  }
  if (isFiltered || isAll) {
    return {
      art: 'search',
      title: isAll ? 'No stock found' : 'No low stock found',
      text: 'Try adjusting your search criteria.',
    };
  }
  return { title: 'Nothing is low', text: 'Every product with a reorder point has more on hand.' };
}

/** On phones the location stands below the product. */
const columns: readonly PlainColumn<StockItem, StockSortField>[] = [
  {
    head: [
      { field: 'product', label: 'Product', isText: true },
      { field: 'location', label: 'Location', isText: true },
    ],
    cell: (item) => <Product item={item} />,
  },
  {
    head: 'Counted',
    cell: describeCount,
    isExtra: true,
    headClasses: 'w-52 pl-4',
    cellClasses: 'pl-4 text-small text-ink-soft',
  },
  {
    head: [{ field: 'on_hand', label: 'On hand' }],
    cell: ({ on_hand, is_low }) => (
      <span className={is_low ? 'text-amber-ink' : undefined}>{formatQuantity(on_hand)}</span>
    ),
    isNumber: true,
    headClasses: 'w-28 max-md:w-20',
    cellClasses: 'font-semibold',
  },
  {
    head: [{ field: 'reorder_point', label: 'Reorder point' }],
    cell: ({ reorder_point }) => formatQuantity(reorder_point),
    isNumber: true,
    isExtra: true,
    headClasses: 'w-36',
  },
  {
    head: [{ field: 'missing', label: 'Below', isOrderOfPage: true }],
    cell: ({ on_hand, reorder_point }) =>
      reorder_point !== null && on_hand <= reorder_point && formatQuantity(reorder_point - on_hand),
    isNumber: true,
    headClasses: 'w-28 max-md:w-20',
  },
];

function Product({ item }: { item: StockItem }) {
  const { location_id, location_name, location_number, code, name, is_active } = item;
  return (
    <>
      <span className="block truncate font-semibold">{name ?? code}</span>
      <span className="block truncate text-small text-ink-soft print:whitespace-normal">
        <Link
          to="/locations/$id/sales"
          params={{ id: location_id }}
          className="rounded-badge underline-offset-3 hover:underline"
        >
          {location_name}
          {location_number && ` #${location_number}`}
        </Link>
        {name !== null && ` · ${code}`}
      </span>
      {!is_active && (
        <span className="block text-small text-ink-soft">Not in the price book, and not sold lately</span>
      )}
    </>
  );
}

/** '24 on Mar 18, 2026, 4 sold since'. */
function describeCount({ counted, counted_at, sold_since }: StockItem): string {
  if (counted_at === null) return `${formatQuantity(counted)}, nothing subtracted`;
  const [day = '', time] = counted_at.split('T');
  const at = `${formatCalendarDay(day)}${time ? ` ${formatClock(counted_at)}` : ''}`;
  return `${formatQuantity(counted)} on ${at}, ${formatQuantity(sold_since)} sold since`;
}
