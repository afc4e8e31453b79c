import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Figures, SalesDay } from '../../../../contract/registers.ts';
import { salesComparisons } from '../../../../contract/sales.ts';
import { salesPeriods } from '../../../../contract/sales-selection.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { RowNotFound } from '../../../components/detail/row-not-found.tsx';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { UnknownFilters } from '../../../components/filters/unknown-filters.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { usePlaced } from '../../../lib/browser/use-placed.ts';
import { timeZoneCity } from '../../../lib/format/time-zone.ts';
import { oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { locationQuery } from '../../locations/locations.api.ts';
import { useDayState } from '../day-link.tsx';
import { HeldMoney } from '../departments/held-money.tsx';
import { RangeFilter } from '../filters.tsx';
import { locationSalesQuery } from '../registers.api.ts';
import type { SalesColumn } from '../sales/comparison.ts';
import { DayProblems } from '../sales/day-problems.tsx';
import { comparedQuery } from '../sales/sales.api.ts';
import { SalesChartCard } from '../sales/sales-chart-card.tsx';
import { salesParts } from '../sales/sales-figures.ts';
import { AgainstFilter } from '../sales/sales-filters.tsx';
import { SalesTable } from '../sales/sales-table.tsx';
import { SectionBar } from '../section-bar.tsx';
import { SalesDetails, type SalesDetailsProps } from './sales-details.tsx';
import { WatchLocation } from './watch-location.tsx';

const checks = {
  period: oneOf(salesPeriods),
  against: oneOf([...salesComparisons, 'none']),
  figure: oneOf(salesParts),
};

export function LocationSalesPage() {
  const { id } = useParams({ from: '/guarded/locations/$id/sales' });
  const { search, ignored, change } = usePageUrl('/guarded/locations/$id/sales', checks);
  const { against, figure = 'revenue', ...range } = search;
  const navigate = useNavigate();
  const fromHere = useDayState();
  /** The day itself, or the days of a week or month. */
  const openDays = (days: readonly SalesDay[]) => (column: Pick<SalesColumn, 'from' | 'to'>) => {
    const { from, to } = column;
    const day = from === to ? days.find(({ trading_date }) => trading_date === from) : undefined;
    if (!day) return change({ period: undefined, from, to });
    const page = { to: '/locations/$id/sales/$day', params: { id, day: day.business_date } } as const;
    void navigate({ ...page, state: fromHere });
  };
  const isChosen = Object.values(range).some(Boolean);
  const location = useQuery(locationQuery(id)).data;
  const query = useQuery(locationSalesQuery(id, range));
  const { data: answer } = useQuery(comparedQuery({ ...range, against, location: id }));
  useNamedPage(location && `Sales of ${location.name}`);
  // A long name takes several lines.
  const isPlaced = usePlaced(location !== undefined);
  return (
    <>
      <SectionBar />
      <div className={classes('contents', !isPlaced && 'invisible')}>
        <UpLink to="/locations/$id" params={{ id }}>
          {location?.name ?? 'Location'}
        </UpLink>
        <PageTitle
          title={location ? `Sales of ${location.name}` : 'Sales of this location'}
          subtitle={location ? `Location time (${timeZoneCity(location.time_zone)})` : '\u00a0'}
          aside={
            <>
              <Link
                to="/register-files"
                search={{ location: id }}
                className={`${buttonClasses('link')} max-md:mr-2.5`}
              >
                Register files
              </Link>
              {location && <WatchLocation id={id} name={location.name} />}
            </>
          }
        />
        <UnknownFilters names={ignored} />
        <div className="mb-3 flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
          <RangeFilter period={range.period} from={range.from} to={range.to} onChange={change} />
          <AgainstFilter answer={answer} value={against} onChange={(against) => change({ against })} />
        </div>
        <QueryView
          query={query}
          loading="Loading sales..."
          skeleton={
            <Card aria-label="Sales" className="shrink-0">
              <SkeletonRows label="Loading sales..." />
            </Card>
          }
          refused={(refusal) => <RowNotFound about="location" refusal={refusal} />}
        >
          {({ days, held, problems, problem_count, ...details }) => (
            <div className="flex flex-col gap-4">
              <DayProblems problems={problems} count={problem_count} hasLocations={false} />
              {days.length > 0 && (
                <SalesChartCard
                  question={{ ...range, against, location: id }}
                  charted={figure}
                  onChart={(part) => change({ figure: part }, { replace: true })}
                  onOpen={openDays(days)}
                >
                  <HeldMoney held={held} className="px-6 pb-3.5 max-md:px-4" />
                </SalesChartCard>
              )}
              <Card aria-label="Days" className="shrink-0">
                {days.length === 0 ? (
                  <EmptyState
                    title={isChosen ? 'No days match.' : 'No sales yet'}
                    text={
                      isChosen
                        ? 'Choose other days.'
                        : 'The days of this location will appear here once its registers send files.'
                    }
                  />
                ) : (
                  <SalesTable days={days} hasLocations={false} />
                )}
              </Card>
              {days.length > 0 && <SalesDetails {...details} figures={sumsOf(days)} />}
            </div>
          )}
        </QueryView>
      </div>
    </>
  );
}

/** What is known of the days. Before reductions only where it is known of each that has a net. */
function sumsOf(days: readonly SalesDay[]): SalesDetailsProps['figures'] {
  const sum = (part: keyof Figures) => {
    const known = days.flatMap((day) => day[part] ?? []);
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0);
  };
  const gross = (part: keyof Figures, net: keyof Figures) =>
    days.some((day) => day[net] !== null && day[part] === null) ? null : sum(part);
  return {
    ...{ fuel: sum('fuel'), fuel_volume: sum('fuel_volume'), fuel_gross: gross('fuel_gross', 'fuel') },
    ...{ fuel_discounts: gross('fuel_discounts', 'fuel'), merchandise: sum('merchandise') },
    ...{ merchandise_gross: gross('merchandise_gross', 'merchandise'), excluded: sum('excluded') },
  };
}
