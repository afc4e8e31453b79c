import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayStates, salesSortFields } from '../../../../contract/registers.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../components/feedback/no-matches.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { ShowMore } from '../../../components/feedback/show-more.tsx';
import { ExportButton } from '../../../components/filters/page-actions.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { useFilterSearch } from '../../../lib/url/filter-search.ts';
import { LocationFilter } from '../../../parts/choose/location-filter.tsx';
import { NoSalesAccess } from '../no-sales-access.tsx';
import { OneOfFilter } from '../one-of-filter.tsx';
import { exportSales, reportingQuery, type SalesFilters, salesQuery } from '../sales.api.ts';
import { stateNames } from '../words.ts';
import { DayProblems } from './day-problems.tsx';
import { RangeFilter } from './range-filter.tsx';
import { SalesChartCard } from './sales-chart-card.tsx';
import { SalesTable } from './sales-table.tsx';

/** `views` are the saved ones of this page. */
export function SalesPage({ views }: { views: ReactNode }) {
  const mayRead = useAccess().hasPermission('registers.read');
  return mayRead ? <Sales views={views} /> : <NoSalesAccess title="Sales" />;
}

const sorts = salesSortFields.flatMap((field) => [field, `-${field}` as const]);

function Sales({ views }: { views: ReactNode }) {
  const { search, change } = useFilterSearch();
  const { from, to, location } = search;
  const state = dayStates.find((one) => one === search.state);
  const sort = sorts.find((one) => one === search.sort);
  const filters: SalesFilters = { from, to, location, state, sort };
  const query = useInfiniteQuery(salesQuery(filters));
  const download = useMutation({ mutationFn: () => exportSales(filters) });
  const isFiltered = Boolean(from || to || location || state);
  const clear = () => change({ from: undefined, to: undefined, location: undefined, state: undefined });
  const first = query.data?.pages[0];
  const days = query.data?.pages.flatMap((page) => page.days) ?? [];
  const leftOut = first?.problem_count ?? 0;
  return (
    <>
      <PageTitle
        title="Sales"
        subtitle="What registers reported, by location and day"
        aside={views}
        actions={<ExportButton download={download} />}
      />
      <SaveOutcome
        save={download}
        done={leftOut > 0 && `Exported without ${countOf(leftOut, 'day')} that could not be computed.`}
        failed="Failed to export sales"
        className="mb-4"
      />
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-1 print:hidden">
        <MissingNotice />
        <nav aria-label="More about sales" className="ml-auto flex gap-x-6 max-md:ml-0">
          <Link to="/stock" className={buttonClasses('link')}>
            Stock
          </Link>
          <Link to="/products" className={buttonClasses('link')}>
            Products
          </Link>
          <Link to="/register-files" className={buttonClasses('link')}>
            Register files
          </Link>
        </nav>
      </div>
      <DayProblems problems={first?.problems ?? []} count={leftOut} hasLocations className="mb-4" />
      {!state && <SalesChartCard from={from} to={to} location={location} totals={first?.totals} />}
      <Card aria-label="Sales" className="shrink-0">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3.5 max-md:px-4">
          <RangeFilter from={from} to={to} onChange={change} />
          <LocationFilter id={location} onChange={(id) => change({ location: id })} />
          <OneOfFilter
            label="State"
            everything="All states"
            options={stateNames}
            value={state}
            onChange={(value) => change({ state: value })}
          />
          <p role="status" className="ml-auto text-small text-ink-soft">
            {first && `${formatNumber(first.total)} ${first.total === 1 ? 'day' : 'days'}`}
          </p>
        </div>
        <QueryView
          query={{ ...query, data: query.data && days }}
          loading="Loading sales..."
          empty={
            isFiltered ? (
              <NoMatches what="days" text="Clear the filters to see the last days." onClear={clear} />
            ) : (
              <EmptyState
                title="No sales yet"
                text="Connect the registers of a location under Settings, and its days will appear here."
              />
            )
          }
        >
          {(days) => (
            <>
              <SalesTable days={days} hasLocations sort={{ by: sort, onSort: (sort) => change({ sort }) }} />
              <ShowMore query={query} label="Show more days" />
            </>
          )}
        </QueryView>
      </Card>
    </>
  );
}

/** Says which connected locations have no figures of today, and nothing when all have. */
function MissingNotice() {
  const { data } = useQuery(reportingQuery);
  const missing = data?.filter(({ has_reported }) => !has_reported).length ?? 0;
  const silent = data?.filter(({ is_silent }) => is_silent).length ?? 0;
  if (!data || missing === 0) return null;
  return (
    <p className="text-ink-soft">
      {formatNumber(missing)} of {countOf(data.length, 'location')} {missing === 1 ? 'has' : 'have'} not
      reported today.
      {silent > 0 && (
        <span className="text-amber-ink">
          {` ${countOf(silent, 'location')} ${silent === 1 ? 'is' : 'are'} silent for more than 24 hours.`}
        </span>
      )}{' '}
      <Link to="/sales/reporting" className="font-semibold text-petrol underline">
        Show which
      </Link>
    </p>
  );
}
