import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type StockItem, type StockSortField, stockSortFields } from '../../../../contract/stock.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { LocationName } from '../../../components/display/location-name.tsx';
import { FeedPage, FilterRow } from '../../../components/feed-page/feed-page.tsx';
import type { EmptyStateProps } from '../../../components/feedback/empty-state.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { toDay } from '../../../lib/format/format-date.ts';
import { formatQuantity } from '../../../lib/format/format-money.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { areIds, oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { useDistrictNames } from '../../../parts/choose/district-choices.api.ts';
import { DistrictFilter } from '../../../parts/choose/district-filter.tsx';
import { LocationsFilter } from '../../../parts/choose/location-choices.tsx';
import { useAllLocationNames } from '../../../parts/choose/use-location-names.ts';
import { OneOfFilter, useProductSearch } from '../filters.tsx';
import { exportStock, type StockFilters, salesTilesQuery, stockQuery } from '../registers.api.ts';
import { dayOfYear } from '../sales/days.ts';
import { SectionBar } from '../section-bar.tsx';

const checks = {
  ...{ location: areIds, district: areIds },
  show: oneOf(['recount', 'all']),
  sort: oneOf(stockSortFields.flatMap((field) => [field, `-${field}` as const])),
};

/** On paper nothing else says that this is not all of it. */
function PrintedFilters({ q, location, district, show }: StockFilters) {
  const names = useAllLocationNames(location);
  const districts = useDistrictNames(district);
  return (
    <p className="hidden px-6 py-2 print:block">
      {[shown[show ?? 'low'], q && `“${q}”`, location && `at ${names}`, districts && `in ${districts}`]
        .filter(Boolean)
        .join(', ')}
    </p>
  );
}

const shown = { low: 'Low stock', recount: 'Low stock to count again', all: 'All stock' };

/** Low stock, until somebody asks for all of it. */
export function StockPage() {
  const { search, ignored, change } = usePageUrl('/guarded/stock', checks);
  const { q, field } = useProductSearch();
  const mayImport = useAccess().mayImport('stock');
  const { location, district, show, sort } = search;
  const filters: StockFilters = { q, location, district, show, sort };
  const isFiltered = Boolean(q || location || district);
  const query = useInfiniteQuery(stockQuery(filters));
  const first = query.data?.pages[0];
  const recount = useQuery(salesTilesQuery()).data?.stock?.recount ?? 0;
  return (
    <FeedPage
      title="Stock"
      unknown={ignored}
      subtitle={first ? subtitleOf(first.locations) : '\u00a0'}
      bar={<SectionBar />}
      importing={mayImport ? 'stock' : undefined}
      exporting={{ save: () => exportStock(filters), failed: 'Failed to export the stock' }}
      filters={
        <>
          <FilterRow
            isPrinted={false}
            count={
              first && (
                <>
                  {countOf(first.total, 'item')}
                  {!isFiltered && !show && recount > 0 && (
                    <>
                      {', '}
                      <Button variant="link" onClick={() => change({ show: 'recount' })}>
                        {formatNumber(recount)} to count again
                      </Button>
                    </>
                  )}
                </>
              )
            }
          >
            <SearchInput {...field} searching={query.isPlaceholderData} />
            <LocationsFilter value={location} onChange={(location) => change({ location })} />
            <DistrictFilter value={district} onChange={(district) => change({ district })} />
            <OneOfFilter
              label="Show"
              everything="Low stock"
              options={{ recount: shown.recount, all: shown.all }}
              value={show}
              onChange={(value) => change({ show: value })}
            />
          </FilterRow>
          <PrintedFilters q={q} location={location} district={district} show={show} />
        </>
      }
      query={query}
      rows={query.data?.pages.flatMap((page) => page.items)}
      loading="Loading stock..."
      empty={describeNothing(first?.locations, isFiltered, show !== undefined, mayImport)}
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

function subtitleOf(locations: number): string {
  if (locations === 0) return 'What stock lists say is on hand';
  return `Counts less sales since, known at ${countOf(locations, 'location')}`;
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

const columns: readonly PlainColumn<StockItem, StockSortField>[] = [
  {
    head: [{ field: 'product', label: 'Product', isText: true }],
    cell: ({ name, code, is_active }) => (
      <>
        <span className="block truncate font-semibold phone:whitespace-normal">
          {name ?? code}
          {name !== null && <span className="text-small font-normal text-ink-soft"> {code}</span>}
        </span>
        {!is_active && (
          <span className="block text-small text-ink-soft">Not in the price book, and not sold lately</span>
        )}
      </>
    ),
    headClasses: 'w-[27%]',
  },
  {
    head: [{ field: 'location', label: 'Location', isText: true }],
    cell: ({ location_id, location_name, location_number }) => (
      <Link
        to="/locations/$id/sales"
        params={{ id: location_id }}
        className="block truncate rounded-badge underline-offset-3 hover:underline phone:inline phone:py-3.5 phone:underline"
      >
        <LocationName name={location_name} number={location_number} />
      </Link>
    ),
    isExtra: true,
    isPlain: true,
    headClasses: 'pl-2',
    cellClasses: 'pl-2',
  },
  {
    head: 'Counted',
    cell: (item) => (
      <span className={item.is_oversold ? 'text-amber-ink' : 'text-ink-soft'}>{describeCount(item)}</span>
    ),
    isExtra: true,
    isPlain: true,
    headClasses: 'w-[28%] pl-2',
    cellClasses: 'pl-2 text-small',
  },
  {
    head: [{ field: 'on_hand', label: 'Estimated' }],
    cell: ({ on_hand, is_low }) => (
      <span className={is_low ? 'text-amber-ink' : undefined}>{formatQuantity(on_hand)}</span>
    ),
    isNumber: true,
    headClasses: 'w-22 pl-2 print:w-18',
    cellClasses: 'font-semibold',
  },
  {
    head: [{ field: 'reorder_point', label: 'Reorder point' }],
    cell: ({ reorder_point }) => formatQuantity(reorder_point),
    isNumber: true,
    isExtra: true,
    headClasses: 'w-28 print:w-18',
  },
  {
    head: [{ field: 'missing', label: 'Below', isOrderOfPage: true }],
    cell: ({ on_hand, reorder_point }) =>
      reorder_point !== null && on_hand <= reorder_point && formatQuantity(reorder_point - on_hand),
    isNumber: true,
    isExtra: true,
    headClasses: 'w-24 print:w-18',
  },
];

/** '24 on Mar 18, 4 sold since', and what is to be done when that cannot be. */
function describeCount({ counted, counted_at, sold_since, is_oversold }: StockItem): string {
  const again = is_oversold ? ' · Count again' : '';
  if (counted < 0) return `Listed below zero${again}`;
  const units = formatQuantity(counted);
  if (counted_at === null) return `${units}, nothing subtracted`;
  const day = dayOfYear(counted_at.slice(0, 10), toDay(new Date()).slice(0, 4));
  return `${units} on ${day}, ${formatQuantity(sold_since)} sold since${again}`;
}
