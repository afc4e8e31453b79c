import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { RowNotFound } from '../../../components/detail/row-not-found.tsx';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { timeZoneCity } from '../../../lib/format/time-zone.ts';
import { usePageUrl } from '../../../lib/url/page-url.ts';
import { locationQuery } from '../../locations/locations.api.ts';
import { RangeFilter } from '../filters.tsx';
import { locationSalesQuery } from '../registers.api.ts';
import { plus } from '../sales/compare.ts';
import { DayProblems } from '../sales/day-problems.tsx';
import { SalesChartCard } from '../sales/sales-chart-card.tsx';
import { SalesTable } from '../sales/sales-table.tsx';
import { SectionBar } from '../section-bar.tsx';
import { SalesDetails } from './sales-details.tsx';

export function LocationSalesPage() {
  const { id } = useParams({ from: '/guarded/locations/$id/sales' });
  const { search, change } = usePageUrl('/guarded/locations/$id/sales');
  const { from, to } = search;
  const location = useQuery(locationQuery(id)).data;
  const query = useQuery(locationSalesQuery(id, { from, to }));
  useNamedPage(location && `Sales of ${location.name}`);
  return (
    <>
      <SectionBar />
      <UpLink to="/locations/$id" params={{ id }}>
        {location?.name ?? 'Location'}
      </UpLink>
      <PageTitle
        title={location ? `Sales of ${location.name}` : 'Sales'}
        subtitle={location ? `Location time (${timeZoneCity(location.time_zone)})` : ' '}
        actions={
          <Link to="/register-files" search={{ location: id }} className={buttonClasses('secondary')}>
            Register files
          </Link>
        }
      />
      <QueryView
        query={query}
        loading="Loading sales..."
        refused={(refusal) => <RowNotFound about="location" refusal={refusal} />}
      >
        {({ days, problems, problem_count, ...details }) => (
          <div className="flex flex-col gap-4">
            <DayProblems problems={problems} count={problem_count} hasLocations={false} />
            {days.length > 0 && (
              <div className="-mb-4">
                <SalesChartCard
                  from={from}
                  to={to}
                  location={id}
                  totalOf={(part) => days.map((day) => day[part]).reduce(plus, null)}
                />
              </div>
            )}
            <Card aria-label="Days" className="shrink-0">
              <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3.5 max-md:px-4">
                <RangeFilter from={from} to={to} onChange={change} />
              </div>
              {days.length === 0 ? (
                <EmptyState
                  title={from || to ? 'No days match.' : 'No sales yet'}
                  text={
                    from || to
                      ? 'Choose other days.'
                      : 'The days of this location will appear here once its registers send files.'
                  }
                />
              ) : (
                <SalesTable days={days} hasLocations={false} />
              )}
            </Card>
            {days.length > 0 && <SalesDetails {...details} />}
          </div>
        )}
      </QueryView>
    </>
  );
}
