import { useInfiniteQuery } from '@tanstack/react-query';
import { salesSortFields } from '../../../../contract/registers.ts';
import { dayStates } from '../../../../contract/sales-selection.ts';
import { FeedPage, FilterRow, noMatches } from '../../../components/feed-page/feed-page.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { LocationFilter } from '../../../parts/choose/location-choices.tsx';
import { ViewsButton } from '../../../parts/views/views-button.tsx';
import { OneOfFilter, RangeFilter } from '../filters.tsx';
import { exportSales, salesQuery } from '../registers.api.ts';
import { SectionBar } from '../section-bar.tsx';
import { stateNames } from '../words.ts';
import { DayProblems } from './day-problems.tsx';
import { SalesChartCard } from './sales-chart-card.tsx';
import { SalesTable } from './sales-table.tsx';

const checks = {
  day: oneOf(dayStates),
  sort: oneOf(salesSortFields.flatMap((field) => [field, `-${field}` as const])),
};

const builtIn = [
  { name: 'All sales', search: {} },
  { name: 'Not closed', search: { day: 'not_closed' } },
];

export function SalesPage() {
  const { search, change } = usePageUrl('/guarded/sales', checks);
  const { from, to, location, day, sort } = search;
  const query = useInfiniteQuery(salesQuery(search));
  const isFiltered = Boolean(from || to || location || day);
  const clear = () => change({ from: undefined, to: undefined, location: undefined, day: undefined });
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
      bar={<SectionBar />}
      above={
        <>
          <DayProblems problems={first?.problems ?? []} count={leftOut} hasLocations className="mb-4" />
          {!day && (
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
            label="Day"
            everything="All days"
            options={stateNames}
            value={day}
            onChange={(value) => change({ day: value })}
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
