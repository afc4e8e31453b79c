import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayStates, salesSortFields } from '../../../../contract/registers.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { FeedPage, FilterRow, noMatches } from '../../../components/feed-page/feed-page.tsx';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { LocationFilter } from '../../../parts/choose/location-choices.tsx';
import { ViewsButton } from '../../../parts/views/views-button.tsx';
import { OneOfFilter, RangeFilter } from '../filters.tsx';
import { exportSales, reportingQuery, salesQuery } from '../registers.api.ts';
import { stateNames } from '../words.ts';
import { DayProblems } from './day-problems.tsx';
import { SalesChartCard } from './sales-chart-card.tsx';
import { SalesTable } from './sales-table.tsx';

const checks = {
  state: oneOf(dayStates),
  sort: oneOf(salesSortFields.flatMap((field) => [field, `-${field}` as const])),
};

const builtIn = [
  { name: 'All sales', search: {} },
  { name: 'Not closed', search: { state: 'not_closed' } },
];

export function SalesPage() {
  const { search, change } = usePageUrl('/guarded/sales', checks);
  const { from, to, location, state, sort } = search;
  const query = useInfiniteQuery(salesQuery(search));
  const isFiltered = Boolean(from || to || location || state);
  const clear = () => change({ from: undefined, to: undefined, location: undefined, state: undefined });
  const first = query.data?.pages[0];
  const leftOut = first?.problem_count ?? 0;
  return (
    <FeedPage
      title="Sales"
      subtitle="What registers reported, by location and day"
      aside={<ViewsButton list="sales" builtIn={builtIn} />}
      exporting={{
        save: () => exportSales(search),
        done: leftOut > 0 && `Exported without ${countOf(leftOut, 'day')} that could not be computed.`,
        failed: 'Failed to export sales',
      }}
      above={
        <>
          <Links />
          <DayProblems problems={first?.problems ?? []} count={leftOut} hasLocations className="mb-4" />
          {!state && (
            <SalesChartCard
              from={from}
              to={to}
              location={location}
              totalOf={first && ((part) => first.totals[part])}
            />
          )}
        </>
      }
      filters={
        <FilterRow count={first ? countOf(first.total, 'day') : ''}>
          <RangeFilter from={from} to={to} onChange={change} />
          <LocationFilter id={location} onChange={(id) => change({ location: id })} />
          <OneOfFilter
            label="State"
            everything="All states"
            options={stateNames}
            value={state}
            onChange={(value) => change({ state: value })}
          />
        </FilterRow>
      }
      query={query}
      rows={query.data?.pages.flatMap((page) => page.days)}
      loading="Loading sales..."
      empty={
        isFiltered
          ? noMatches('days', 'Clear the filters to see the last days.', clear)
          : {
              title: 'No sales yet',
              text: 'Connect the registers of a location under Settings, and its days will appear here.',
            }
      }
      more="Show more days"
    >
      {(days) => (
        <SalesTable days={days} hasLocations sort={{ by: sort, onSort: (sort) => change({ sort }) }} />
      )}
    </FeedPage>
  );
}

const otherPages = [
  { to: '/stock', label: 'Stock' },
  { to: '/products', label: 'Products' },
  { to: '/register-files', label: 'Register files' },
] as const;

function Links() {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-1 print:hidden">
      <MissingNotice />
      <nav aria-label="More about sales" className="ml-auto flex gap-x-6 max-md:ml-0">
        {otherPages.map(({ to, label }) => (
          <Link key={to} to={to} className={buttonClasses('link')}>
            {label}
          </Link>
        ))}
      </nav>
    </div>
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
