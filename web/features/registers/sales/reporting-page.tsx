import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listReporting } from '../../../../contract/registers.ts';
import { FeedPage } from '../../../components/feed-page/feed-page.tsx';
import { formatAgo, formatDate } from '../../../lib/format/format-date.ts';
import { reportingQuery } from '../registers.api.ts';
import { SectionBar } from '../section-bar.tsx';
import { weekdayName } from './days.ts';

type ReportingLocation = Answer<typeof listReporting>['locations'][number];

export function ReportingPage() {
  const query = useQuery(reportingQuery);
  return (
    <FeedPage
      title="Reporting"
      subtitle="Which locations reported today, by their own clocks. Missing first."
      bar={<SectionBar />}
      query={query}
      rows={query.data}
      loading="Loading the locations..."
      empty={{
        title: 'No register connected',
        text: 'Locations with a register connection will appear here.',
      }}
    >
      {(locations) => (
        <ul aria-label="Locations">
          {locations.map((location) => (
            <ReportingRow key={location.id} location={location} />
          ))}
        </ul>
      )}
    </FeedPage>
  );
}

function ReportingRow({ location }: { location: ReportingLocation }) {
  const { id, name, number, has_reported, is_silent, last_date, last_file_at } = location;
  return (
    <li className="relative grid items-center gap-x-6 border-b border-line px-6 py-2 last:border-b-0 hover:bg-row-hover has-active:bg-line max-md:px-4 max-md:py-3 md:min-h-12 md:grid-cols-[minmax(0,1fr)_10rem_15rem_12rem]">
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
  );
}
