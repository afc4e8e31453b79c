import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { LocationOn, UserOn } from '../../../contract/access-on.ts';
import { displayName } from '../../../contract/users.ts';
import { UpLink } from '../../components/detail/up-link.tsx';
import { nameLinkClasses, type PlainColumn, PlainTable } from '../../components/table/plain-table.tsx';
import { dayBefore, formatCalendarDay } from '../../lib/format/format-date.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { nameServices } from '../../lib/format/name-services.ts';
import { usePageUrl } from '../../lib/url/page-url.ts';
import { locationQuery } from '../locations/locations.api.ts';
import { userQuery } from '../users/page/user-page.api.ts';
import {
  exportLocationAccessOn,
  exportUserAccessOn,
  locationAccessOnQuery,
  userAccessOnQuery,
} from './access-on.api.ts';
import { AccessOnPage, Reasons, When } from './access-on-page.tsx';

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

export function LocationAccessOnPage() {
  const { id } = useParams({ from: '/guarded/locations/$id/access' });
  const { search, change } = usePageUrl('/guarded/locations/$id/access', { day: isDay });
  const day = search.day ?? dayBefore(1);
  const location = useQuery(locationQuery(id)).data;
  const query = useQuery(locationAccessOnQuery(id, day));
  const zone = query.data?.time_zone;
  const columns: readonly PlainColumn<UserOn>[] = [
    { head: 'User', cell: (user) => <UserName user={user} />, headClasses: 'w-[24%]' },
    { head: 'Why', cell: (row) => <Reasons row={row} zone={zone} />, isExtra: true, isPlain: true },
    { head: 'Roles', cell: ({ roles }) => roles.join(', '), isExtra: true, headClasses: 'w-[16%]' },
    { head: 'When', cell: (row) => <When {...row} zone={zone} />, headClasses: 'w-[15%]' },
  ];
  const hidden = query.data?.hidden_count ?? 0;
  const services = query.data?.services ?? [];
  return (
    <AccessOnPage
      isNamed={location !== undefined}
      title={`Who could see ${location?.name ?? 'the location'} on ${formatCalendarDay(day)}`}
      bar={
        <UpLink to="/locations/$id" params={{ id }}>
          {location?.name ?? 'Location'}
        </UpLink>
      }
      day={day}
      onDay={(day) => change({ day }, { replace: true })}
      exporting={() => exportLocationAccessOn(id, day)}
      query={query}
      rows={query.data?.users}
      count={query.data && countOf(query.data.total + hidden, 'user')}
      note={[
        services.length > 0 && `By its places of today, also ${nameServices(services)}.`,
        hidden > 0 && `${countOf(hidden, 'more user')} could see it, whom you cannot see.`,
      ]
        .filter(Boolean)
        .join(' ')}
      empty={{
        title: 'Nobody could see it on this day',
        text: hidden > 0 ? 'Of the users whom you can see.' : '',
      }}
    >
      {(users) => <PlainTable caption="Users" columns={columns} rows={users} keyOf={(user) => user.id} />}
    </AccessOnPage>
  );
}

function UserName({ user: { id, name, is_deleted } }: { user: UserOn }) {
  if (is_deleted)
    return (
      <span className="wrap-anywhere">
        <span className="font-semibold">{name}</span>, deleted since
      </span>
    );
  return (
    <Link to="/users/$userId" params={{ userId: id }} className={nameLinkClasses}>
      {name}
    </Link>
  );
}

export function UserAccessOnPage() {
  const { userId: id } = useParams({ from: '/guarded/users/$userId/access' });
  const { search, change } = usePageUrl('/guarded/users/$userId/access', { day: isDay });
  const day = search.day ?? dayBefore(1);
  const user = useQuery(userQuery(id)).data;
  const name = user && displayName(user);
  const query = useQuery(userAccessOnQuery(id, day));
  const { data } = query;
  const zone = data?.time_zone;
  const columns: readonly PlainColumn<LocationOn>[] = [
    { head: 'Location', cell: (location) => <LocationName location={location} />, headClasses: 'w-[32%]' },
    { head: 'Why', cell: (row) => <Reasons row={row} zone={zone} />, isExtra: true, isPlain: true },
    { head: 'When', cell: (row) => <When {...row} zone={zone} />, headClasses: 'w-[18%]' },
  ];
  const everywhere = data && wholeOf(data.everywhere);
  return (
    <AccessOnPage
      isNamed={user !== undefined}
      title={`What ${name ?? 'the user'} could see on ${formatCalendarDay(day)}`}
      bar={
        <UpLink to="/users/$userId" params={{ userId: id }}>
          {name ?? 'User'}
        </UpLink>
      }
      day={day}
      onDay={(day) => change({ day }, { replace: true })}
      exporting={() => exportUserAccessOn(id, day)}
      query={query}
      rows={everywhere && data && [...everywhere, ...data.locations]}
      count={data && (data.everywhere.length > 0 ? 'All locations' : countOf(data.total, 'location'))}
      empty={{ title: 'No location could be seen on this day', text: '' }}
    >
      {(locations) => (
        <PlainTable
          caption="Locations"
          columns={columns}
          rows={locations}
          keyOf={({ id, name }) => id ?? name}
        />
      )}
    </AccessOnPage>
  );
}

/** A row for all locations; none without a reason. */
function wholeOf(reasons: LocationOn['reasons']): LocationOn[] {
  if (reasons.length === 0) return [];
  const ends = (of: 'from' | 'until') => reasons.map((reason) => reason[of]);
  const least = (times: (string | null)[]) => (times.includes(null) ? null : (times.sort()[0] ?? null));
  const most = (times: (string | null)[]) => (times.includes(null) ? null : (times.sort().at(-1) ?? null));
  return [
    { id: null, name: 'All locations', reasons, from: least(ends('from')), until: most(ends('until')) },
  ];
}

function LocationName({ location: { id, name, reasons } }: { location: LocationOn }) {
  if (id)
    return (
      <Link to="/locations/$id" params={{ id }} className={nameLinkClasses}>
        {name}
      </Link>
    );
  const isAll = reasons.some(({ why }) => why === 'all_locations');
  return (
    <span className="wrap-anywhere">
      <span className="font-semibold">{name}</span>
      {!isAll && ', deleted since'}
    </span>
  );
}
