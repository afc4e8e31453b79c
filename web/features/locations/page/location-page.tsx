import { useInfiniteQuery, useMutation, usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { locationList } from '../../../../contract/lists/list-filters.ts';
import type { Location } from '../../../../contract/locations.ts';
import { Button } from '../../../components/button/button.tsx';
import { DetailPage } from '../../../components/detail/detail-page.tsx';
import { RowNotFound } from '../../../components/detail/row-not-found.tsx';
import { markClasses, useChangedMark } from '../../../components/display/changed-value.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { MapLink, PhoneLink } from '../../../components/display/contact-links.tsx';
import { StatusBadge } from '../../../components/display/status-badge.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { useIsOutageShown } from '../../../components/feedback/outage.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { formatCalendarDay, formatDate, formatDay } from '../../../lib/format/format-date.ts';
import { formatClockIn, timeZoneCity } from '../../../lib/format/time-zone.ts';
import { useListPlace } from '../../../lib/list/list-origin.ts';
import { RequestFailed } from '../../../lib/network/request-failed.ts';
import { usePageUrl } from '../../../lib/url/page-url.ts';
import { districtsQuery } from '../../../parts/choose/district-choices.api.ts';
import { CoverCard } from '../../../parts/covers/cover-card.tsx';
import { useHistory } from '../../../parts/entries/use-history.tsx';
import { AccessListCard } from '../access-list/access-list-card.tsx';
import { accessListQuery } from '../access-list/location-access.api.ts';
import { knownLocation, locationQuery, locationsSource } from '../locations.api.ts';
import { reopenWithUndo } from '../open-and-close.api.ts';
import { AssignButton, LocationActs, LocationMenuButtons } from './location-acts.tsx';
import { ManagersCard, TodoCard } from './location-rail.tsx';

const entriesShown = 20;

export function LocationPage({ registers }: { registers: ReactNode }) {
  const { id } = useParams({ from: '/guarded/locations/$id' });
  // The sign-ins and invitations of its users are on their pages.
  const history = useHistory({ location: id, only: 'changes' }, entriesShown);
  const { q = '' } = usePageUrl('/guarded/locations/$id').search;
  const query = useQuery(locationQuery(id));
  usePrefetchInfiniteQuery(accessListQuery(id, 'can_see', q));
  usePrefetchInfiniteQuery(accessListQuery(id, 'cannot_see', q));
  const accessList = useInfiniteQuery(accessListQuery(id, 'can_see', ''));
  const facts = accessList.data?.pages[0];
  const isOutage = useIsOutageShown();
  const location = query.data ?? knownLocation(id);
  const mayReadUsers = useAccess().hasPermission('users.read');
  const place = useListPlace(locationsSource, locationList, id);
  useNamedPage(location?.name);
  const { error } = query;
  if (error instanceof RequestFailed && [400, 403, 404].includes(error.status))
    return <RowNotFound about="location" refusal={error} />;
  if (!location && error && !isOutage)
    return <ErrorState message={error.message} onRetry={() => void query.refetch()} />;
  return (
    <DetailPage
      back={{ list: '/locations', page: '/locations/$id', label: 'Locations', place }}
      title={location?.name}
      state={location && <StatusBadge isActive={!location.closed_on} words={['Open', 'Closed']} />}
      sheet={<LocationFacts key={id} location={location} />}
      acts={location && <LocationActs key={id} location={location} />}
      menu={location && <LocationMenuButtons location={location} />}
      banner={location && bannerOf(location)}
      // Without users, it has nothing to say.
      railFirst={<ManagersCard id={id} managers={facts?.managers} isClosed={Boolean(location?.closed_on)} />}
      rail={
        (accessList.data || !accessList.error || isOutage) && (
          <>
            <TodoCard id={id} facts={facts} />
            {location && mayReadUsers && <CoverCard location={location} />}
            {registers}
          </>
        )
      }
      railTitle="To do and more"
    >
      <AccessListCard
        key={id}
        {...{ id, location, history }}
        assign={location && <AssignButton location={location} />}
      />
    </DetailPage>
  );
}

function bannerOf(location: Location) {
  return location.closed_on && <ClosedBanner location={location} closedOn={location.closed_on} />;
}

function ClosedBanner({ location, closedOn }: { location: Location; closedOn: string }) {
  const mayReopen = useAccess().mayAct('reopenLocation');
  const reopen = useMutation({
    mutationFn: (_: undefined, context) => reopenWithUndo(location, closedOn, context),
  });
  return (
    <section
      aria-label="Closed"
      className="mb-4 flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-off bg-surface px-5 py-2.5 max-md:px-4"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p>Closed since {formatCalendarDay(closedOn)}. Nobody new can be assigned to it.</p>
        {reopen.error && (
          <p role="alert" className="text-small text-bad">
            {reopen.error.message}
          </p>
        )}
      </div>
      {mayReopen && (
        <Button variant="secondary" loading={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
          Reopen
        </Button>
      )}
    </section>
  );
}

/** The columns have fixed widths, so that nothing moves when the values come. */
export function LocationFacts({ location }: { location: Location | undefined }) {
  return (
    <dl className="grid grid-cols-[3.5rem_8rem_minmax(0,1fr)] gap-x-3 gap-y-1 md:gap-y-2 md:grid-cols-[5rem_9rem_minmax(0,20rem)_8rem_8rem_8rem] md:gap-x-6">
      <Fact label="Number" value={location?.number}>
        {location && (location.number ?? none)}
      </Fact>
      <Fact label="Phone" value={location?.phone}>
        {location && (location.phone ? <PhoneLink phone={location.phone} /> : none)}
      </Fact>
      <Fact label="Address" value={location && placeOf(location)} isBelow="wide">
        {location && <MapLink {...location} />}
      </Fact>
      <DistrictFact location={location} />
      <Fact label="Time zone" value={location?.time_zone}>
        {location && (
          <span data-tooltip={`${location.time_zone}, now ${formatClockIn(location.time_zone)}`}>
            {timeZoneCity(location.time_zone)}
          </span>
        )}
      </Fact>
      <Fact label="Created" isBelow="narrow">
        {location && (
          <time dateTime={location.created_at} data-tooltip={formatDate(location.created_at)}>
            {formatDay(location.created_at)}
          </time>
        )}
      </Fact>
    </dl>
  );
}

/** The name comes later than the location. */
function DistrictFact({ location }: { location: Location | undefined }) {
  const { data } = useQuery(districtsQuery);
  if (!useAccess().hasPermission('districts.read')) return null;
  const id = location?.district_id;
  const district = data?.find((one) => one.id === id);
  return (
    <Fact label="District" value={id} isBelow="last">
      {id === null
        ? none
        : district && (
            <Link
              to="/districts/$id"
              params={{ id: district.id }}
              className="block min-w-0 rounded-badge underline-offset-3 hover:underline"
            >
              <ClippedText>{district.name}</ClippedText>
            </Link>
          )}
    </Fact>
  );
}

const none = <span className="font-normal text-ink-faint">None</span>;

function placeOf({ address, city, state, zip }: Location) {
  return [address, city, state, zip].join();
}

interface FactProps {
  label: string;
  /** Marked when it changes. */
  value?: string | null | undefined;
  /** In the second line of a phone, or a line of its own. */
  isBelow?: 'wide' | 'narrow' | 'last';
  children: ReactNode;
}

const belows = {
  wide: 'min-w-0 max-md:order-1 max-md:col-span-2',
  narrow: 'min-w-0 max-md:order-1',
  last: 'min-w-0 max-md:order-2 max-md:col-span-3',
};

function Fact({ label, value, isBelow, children }: FactProps) {
  const mark = useChangedMark(value);
  return (
    <div className={isBelow ? belows[isBelow] : 'min-w-0'}>
      <dt className="text-badge text-ink-faint">{label}</dt>
      <dd
        {...mark}
        className={classes(
          markClasses,
          'min-h-5 font-semibold wrap-anywhere max-md:[&_a]:relative max-md:[&_a]:after:absolute max-md:[&_a]:after:inset-x-0 max-md:[&_a]:after:-inset-y-3',
        )}
      >
        {children ?? (
          <span className="flex h-5 items-center">
            <span className="h-3 w-20 rounded-full bg-line" />
          </span>
        )}
      </dd>
    </div>
  );
}
