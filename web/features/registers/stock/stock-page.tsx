import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { StockSortField } from '../../../../contract/stock.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { ShowMore } from '../../../components/feedback/show-more.tsx';
import { ExportButton } from '../../../components/filters/page-actions.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { useFilterSearch } from '../../../lib/url/filter-search.ts';
import { LocationFilter } from '../../../parts/choose/location-filter.tsx';
import { useLocationNames } from '../location-names.ts';
import { NoSalesAccess } from '../no-sales-access.tsx';
import { OneOfFilter } from '../one-of-filter.tsx';
import { exportStock, type StockFilters, stockQuery } from './stock.api.ts';
import { StockTable } from './stock-table.tsx';

export function StockPage() {
  const mayRead = useAccess().hasPermission('registers.read');
  return mayRead ? <Stock /> : <NoSalesAccess title="Stock" />;
}

const sortFields: readonly StockSortField[] = ['location', 'product', 'on_hand', 'reorder_point', 'missing'];
const sorts = sortFields.flatMap((field) => [field, `-${field}` as const]);

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
function Stock() {
  const { search, change } = useFilterSearch();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim()) || undefined;
  const { location } = search;
  const show = search.show === 'all' ? 'all' : undefined;
  const sort = sorts.find((one) => one === search.sort);
  const filters: StockFilters = { q, location, show, sort };
  const query = useInfiniteQuery(stockQuery(filters));
  const download = useMutation({ mutationFn: () => exportStock(filters) });
  const first = query.data?.pages[0];
  const items = query.data?.pages.flatMap((page) => page.items);
  const title = show ? 'Stock' : 'Low stock';
  return (
    <>
      <UpLink to="/sales">Sales</UpLink>
      <PageTitle
        title={title}
        subtitle={subtitleOf(first?.locations, show !== undefined)}
        actions={
          <>
            <ImportLink />
            <ExportButton download={download} />
          </>
        }
      />
      <SaveOutcome save={download} failed="Failed to export the stock" className="mb-4" />
      <Card aria-label={title} className="shrink-0">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3.5 max-md:px-4 print:hidden">
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
          <p role="status" className="ml-auto text-small text-ink-soft">
            {first && countOf(first.total, 'item')}
          </p>
        </div>
        <PrintedFilters q={q} location={location} />
        <QueryView
          query={{ ...query, data: items }}
          loading="Loading stock..."
          empty={
            <Nothing
              isKnown={(first?.locations ?? 0) > 0}
              isFiltered={Boolean(q || location)}
              isAll={show !== undefined}
            />
          }
        >
          {(items) => (
            <>
              <StockTable items={items} sort={{ by: sort, onSort: (sort) => change({ sort }) }} />
              <ShowMore query={query} label="Show more items" />
            </>
          )}
        </QueryView>
      </Card>
    </>
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

function Nothing({ isKnown, isFiltered, isAll }: { isKnown: boolean; isFiltered: boolean; isAll: boolean }) {
  if (!isKnown) {
    return (
      <EmptyState
        title="No stock list yet"
        text="Registers do not know what is on hand. Import a list with location, code, on hand and reorder point."
        action={<ImportLink />}
      />
    );
  }
  if (isFiltered || isAll) {
    return (
      <EmptyState
        art="search"
        title={isAll ? 'No stock found' : 'No low stock found'}
        text="Try adjusting your search criteria."
      />
    );
  }
  return <EmptyState title="Nothing is low" text="Every product with a reorder point has more on hand." />;
}
