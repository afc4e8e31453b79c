import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type AccessOn, accessOnMaxRows, type ReasonOn, type RowOn } from '../../../contract/access-on.ts';
import { displayName } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { UpLink } from '../../components/detail/up-link.tsx';
import { FeedPage, FilterRow } from '../../components/feed-page/feed-page.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { IconPrinter } from '../../components/icons/icons.ts';
import { nameLinkClasses, type PlainColumn, PlainTable } from '../../components/table/plain-table.tsx';
import { useAuth } from '../../lib/account/auth-store.ts';
import { classes } from '../../lib/browser/classes.ts';
import { usePlaced } from '../../lib/browser/use-placed.ts';
import { anotherAdministrator, describeGrantor } from '../../lib/format/describe-grant.ts';
import { dayBefore, formatCalendarDay, formatDay, toDay } from '../../lib/format/format-date.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { nameServices } from '../../lib/format/name-services.ts';
import { formatClockIn, timeZoneCity } from '../../lib/format/time-zone.ts';
import { usePageUrl } from '../../lib/url/page-url.ts';
import { locationQuery } from '../locations/locations.api.ts';
import { userQuery } from '../users/page/user-page.api.ts';
import { type About, accessOnQuery, exportAccessOn } from './access-on.api.ts';

export function LocationAccessOnPage() {
  const { id } = useParams({ from: '/guarded/locations/$id/access' });
  return <AccessOnPage about="location" id={id} name={useQuery(locationQuery(id)).data?.name} />;
}

export function UserAccessOnPage() {
  const { userId: id } = useParams({ from: '/guarded/users/$userId/access' });
  const user = useQuery(userQuery(id)).data;
  return <AccessOnPage about="user" id={id} name={user && displayName(user)} />;
}

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

const routes = {
  location: '/guarded/locations/$id/access',
  user: '/guarded/users/$userId/access',
} as const;

const linkTo = (about: About, id: string) =>
  about === 'user'
    ? ({ to: '/users/$userId', params: { userId: id } } as const)
    : ({ to: '/locations/$id', params: { id } } as const);

const words = {
  location: {
    noun: 'Location',
    title: (name = 'the location', day: string) => `Who could see ${name} on ${day}`,
    nobody: 'Nobody could see it on this day',
    count: ({ total, hidden_count }: AccessOn) => countOf(total + hidden_count, 'user'),
  },
  user: {
    noun: 'User',
    title: (name = 'the user', day: string) => `What ${name} could see on ${day}`,
    nobody: 'No location could be seen on this day',
    count: ({ rows: [first], total }: AccessOn) =>
      first?.id === null && !first.is_deleted ? first.name : countOf(total, 'location'),
  },
};

interface AccessOnPageProps {
  about: About;
  id: string;
  name: string | undefined;
}

/** Computed back from the audit log. It says what the log does not know. */
function AccessOnPage({ about, id, name }: AccessOnPageProps) {
  const { noun, title, nobody, count } = words[about];
  const { search, change } = usePageUrl(routes[about], { day: isDay });
  const { day = dayBefore(1) } = search;
  const query = useQuery(accessOnQuery(about, id, day));
  const { data } = query;
  const { profile } = useAuth();
  const zone = data && timeZoneCity(data.time_zone);
  const isBefore = data !== undefined && day < data.log_began;
  const hidden = data?.hidden_count ?? 0;
  const services = data?.services ?? [];
  // A long name takes several lines.
  const isPlaced = usePlaced(name !== undefined);
  return (
    <div className={classes('contents', !isPlaced && 'invisible')}>
      <FeedPage
        title={title(name, formatCalendarDay(day))}
        subtitle="At any moment of that day, computed back from the audit log"
        bar={<UpLink {...linkTo(about, id)}>{name ?? noun}</UpLink>}
        actions={
          <Button
            variant="secondary"
            icon={<IconPrinter size={18} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        }
        exporting={{
          save: () => exportAccessOn(about, id, day),
          failed: 'Failed to export the access',
        }}
        above={
          data && (
            <>
              <p className="hidden pb-2 print:block">
                By {profile && displayName(profile)}. Times in the list are those of {zone}.
              </p>
              {!isBefore && <Doubts answer={data} />}
            </>
          )
        }
        filters={
          <FilterRow count={data && !isBefore && count(data)} isPrinted={false}>
            <div className="w-48 phone:w-full">
              <DateField
                label="Day"
                value={day}
                max={toDay(new Date())}
                onChange={({ target: { value } }) => value && change({ day: value }, { replace: true })}
              />
            </div>
            {zone && (
              <p className="self-end pb-2.5 text-small text-ink-soft phone:self-center phone:pb-0">
                Times are those of {zone}.
              </p>
            )}
          </FilterRow>
        }
        below={
          <div className="mt-3 text-ink-soft">
            {data && data.total > accessOnMaxRows && (
              <p>
                Only the first {formatNumber(accessOnMaxRows)} of {formatNumber(data.total)} are shown. The
                CSV has all.
              </p>
            )}
            {services.length > 0 && <p>By its places of today, also {nameServices(services)}.</p>}
            {hidden > 0 && <p>{countOf(hidden, 'more user')} could see it, whom you cannot see.</p>}
          </div>
        }
        query={query}
        rows={data?.rows}
        loading="Reading the audit log..."
        empty={
          isBefore
            ? {
                title: `The audit log begins on ${formatCalendarDay(data.log_began)}`,
                text: 'Nothing is known of the days before.',
              }
            : { title: nobody, text: hidden > 0 ? 'Of the users whom you can see.' : '' }
        }
      >
        {(rows) => (
          <PlainTable
            caption={about === 'location' ? 'Users' : 'Locations'}
            columns={columnsOf(about, data?.time_zone)}
            rows={rows}
            keyOf={({ id, name }) => id ?? name}
          />
        )}
      </FeedPage>
    </div>
  );
}

function columnsOf(about: About, zone: string | undefined): readonly PlainColumn<RowOn>[] {
  const isOfLocation = about === 'location';
  return [
    {
      head: isOfLocation ? 'User' : 'Location',
      cell: (row) => <Name row={row} isUser={isOfLocation} />,
      headClasses: isOfLocation ? 'w-[24%]' : 'w-[32%]',
    },
    { head: 'Why', cell: (row) => <Reasons row={row} zone={zone} />, isExtra: true, isPlain: true },
    ...(isOfLocation
      ? [{ head: 'Roles', cell: (row: RowOn) => row.roles.join(', '), isExtra: true, headClasses: 'w-[16%]' }]
      : []),
    {
      head: 'When',
      cell: (row) => <span className="text-ink-soft">{describeWhen(row, zone) || 'All day'}</span>,
      headClasses: 'w-[16%]',
    },
  ];
}

function Name({ row: { id, name, is_deleted }, isUser }: { row: RowOn; isUser: boolean }) {
  if (id === null || is_deleted)
    return (
      <span className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        {is_deleted && ', deleted since'}
      </span>
    );
  return (
    <Link {...linkTo(isUser ? 'user' : 'location', id)} className={nameLinkClasses}>
      {name}
    </Link>
  );
}

function Doubts({ answer: { not_undone, is_open_to_all } }: { answer: AccessOn }) {
  return (
    <>
      {is_open_to_all && (
        <Alert tone="info" className="mb-4">
          Access is not enforced on this server now: everybody who signs in has access to all locations,
          whatever this list says.
        </Alert>
      )}
      {not_undone.length > 0 && (
        <Alert tone="info" className="mb-4">
          <p>
            This list may be wrong: {countOf(not_undone.length, 'entry', 'entries')} of the audit log cannot
            be undone.
          </p>
          <ul className="list-disc pl-4">
            {not_undone.slice(0, 20).map(({ at, action, why }) => (
              <li key={at + action + why}>
                {action} on {formatDay(at)}: {why}.
              </li>
            ))}
          </ul>
          {not_undone.length > 20 && <p>The CSV has all of them.</p>}
        </Alert>
      )}
    </>
  );
}

function describeWhen({ from, until }: Pick<ReasonOn, 'from' | 'until'>, zone = 'UTC'): string {
  const clock = (at: string) => formatClockIn(zone, new Date(at));
  if (from && until) return `${clock(from)} – ${clock(until)}`;
  if (from) return `from ${clock(from)}`;
  return until ? `until ${clock(until)}` : '';
}

/** A reason has its own time where it is not that of the row. */
function Reasons({ row, zone }: { row: RowOn; zone: string | undefined }) {
  return (
    <ul>
      {row.reasons.map((reason) => {
        const isShorter = reason.from !== row.from || reason.until !== row.until;
        const when = isShorter && describeWhen(reason, zone);
        return (
          <li key={`${reason.why} ${reason.through}`} className="wrap-anywhere">
            {describeReason(reason)}
            {when && <span className="text-ink-soft"> · {when}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function describeReason({ why, through, granted }: ReasonOn): string {
  const by = granted
    ? `granted by ${granted.by ?? anotherAdministrator}`
    : 'granted before the audit log began';
  const words: Record<ReasonOn['why'], string> = {
    assigned: granted ? describeGrantor(granted.by) : 'Assigned before the audit log began',
    district: `Through ${through}, ${by}`,
    all_locations: `${through} role, all locations, ${by}`,
    cover: `Covers it, ${by}`,
  };
  return granted ? `${words[why]} · ${formatDay(granted.at)}` : words[why];
}
