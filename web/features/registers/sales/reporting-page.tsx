import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { formatAgo } from '../../../lib/format/format-ago.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { NoSalesAccess } from '../no-sales-access.tsx';
import { reportingQuery } from '../sales.api.ts';
import { weekdayName } from './days.ts';

export function ReportingPage() {
  const mayRead = useAccess().hasPermission('registers.read');
  return mayRead ? <Reporting /> : <NoSalesAccess title="Which locations reported" />;
}

function Reporting() {
  const query = useQuery(reportingQuery);
  return (
    <>
      <UpLink to="/sales">Sales</UpLink>
      <PageTitle
        title="Which locations reported"
        subtitle="Today, by the clock of each location. Missing ones come first."
      />
      <Card aria-label="Which locations reported" className="shrink-0">
        <QueryView
          query={query}
          loading="Loading the locations..."
          empty={
            <EmptyState
              title="No register connected"
              text="Locations with a register connection will appear here."
            />
          }
        >
          {(locations) => (
            <ul aria-label="Locations">
              {locations.map(({ id, name, number, has_reported, is_silent, last_date, last_file_at }) => (
                <li
                  key={id}
                  className="relative grid items-center gap-x-6 border-b border-line px-6 py-2 last:border-b-0 hover:bg-row-hover has-active:bg-line max-md:px-4 max-md:py-3 md:min-h-12 md:grid-cols-[minmax(0,1fr)_10rem_15rem_12rem]"
                >
                  <Link
                    to="/locations/$id/sales"
                    params={{ id }}
                    className="block truncate rounded-badge font-semibold after:absolute after:inset-0"
                  >
                    {name}
                    {number && <span className="font-normal text-ink-soft"> #{number}</span>}
                  </Link>
                  <span className={has_reported ? 'text-ink-soft' : 'font-medium text-amber-ink'}>
                    {has_reported ? 'Reported' : 'Missing'}
                  </span>
                  <span className="text-small text-ink-soft">
                    {last_date ? `Newest day ${weekdayName(last_date)}` : 'No day yet'}
                  </span>
                  <span className="text-small text-ink-soft">
                    {last_file_at ? (
                      <time dateTime={last_file_at} data-tooltip={formatDate(last_file_at)}>
                        Last file {formatAgo(last_file_at)}
                      </time>
                    ) : (
                      'No file yet'
                    )}
                    {is_silent && <span className="block text-amber-ink">Silent for more than 24 hours</span>}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </Card>
    </>
  );
}
