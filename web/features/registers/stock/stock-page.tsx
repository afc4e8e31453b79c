import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { StockSortField } from '../../../../contract/stock.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { FeedPage } from '../../../components/feed-page/feed-page.tsx';
import { FilterRow } from '../../../components/feed-page/filter-row.tsx';
import type { EmptyStateProps } from '../../../components/feedback/empty-state.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { LocationFilter } from '../../../parts/choose/location-choices.tsx';
import { useLocationNames } from '../location-names.ts';
import { OneOfFilter } from '../one-of-filter.tsx';
import { exportStock, type StockFilters, stockQuery } from './stock.api.ts';
import { StockTable } from './stock-table.tsx';

const sortFields: readonly StockSortField[] = ['location', 'product', 'on_hand', 'reorder_point', 'missing'];
const checks = {
  show: oneOf(['all']),
  sort: oneOf(sortFields.flatMap((field) => [field, `-${field}` as const])),
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
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim()) || undefined;
  const { location, show, sort } = search;
  const filters: StockFilters = { q, location, show, sort };
  const query = useInfiniteQuery(stockQuery(filters));
  const download = useMutation({ mutationFn: () => exportStock(filters) });
  const first = query.data?.pages[0];
  return (
    <FeedPage
      up={<UpLink to="/sales">Sales</UpLink>}
      title={show ? 'Stock' : 'Low stock'}
      subtitle={subtitleOf(first?.locations, show !== undefined)}
      actions={<ImportLink />}
      exporting={{ download, failed: 'Failed to export the stock' }}
      filters={
        <>
          <FilterRow isPrinted={false} count={first ? countOf(first.total, 'item') : ''}>
            <SearchInput
              placeholder="Search products..."
              value={text}
              onValueChange={setText}
              searching={query.isPlaceholderData}
              className="w-80 max-md:w-full"
            />
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
      empty={describeNothing({
        isKnown: (first?.locations ?? 0) > 0,
        isFiltered: Boolean(q || location),
        isAll: show !== undefined,
      })}
      more="Show more items"
    >
      {(items) => <StockTable items={items} sort={{ by: sort, onSort: (sort) => change({ sort }) }} />}
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
  const mayImport = useAccess().mayImport('stock');
  if (!mayImport) return null;
  return (
    <Link to="/import/$about" params={{ about: 'stock' }} className={buttonClasses('secondary')}>
      Import
    </Link>
  );
}

interface Nothing {
  isKnown: boolean;
  isFiltered: boolean;
  isAll: boolean;
}

function describeNothing({ isKnown, isFiltered, isAll }: Nothing): EmptyStateProps {
  if (!isKnown) {
    return {
      title: 'No stock list yet',
      text: 'Registers do not know what is on hand. Import a list with location, code, on hand and reorder point.',
      action: <ImportLink />,
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
