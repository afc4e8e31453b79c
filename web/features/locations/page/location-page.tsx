import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { locationList } from '../../../../contract/lists/list-filters.ts';
import type { Location } from '../../../../contract/locations.ts';
import { DetailPage } from '../../../components/detail/detail-page.tsx';
import { RowNotFound } from '../../../components/detail/row-not-found.tsx';
import { StatusBadge } from '../../../components/display/status-badge.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { useIsOutageShown } from '../../../components/feedback/outage.tsx';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { useListPlace } from '../../../lib/list/list-origin.ts';
import { RequestFailed } from '../../../lib/network/request-failed.ts';
import { usePageUrl } from '../../../lib/url/page-url.ts';
import { useHistory } from '../../../parts/entries/use-history.tsx';
import { AccessListCard } from '../access-list/access-list-card.tsx';
import { accessListQuery } from '../access-list/location-access.api.ts';
import { knownLocation, locationQuery, locationsSource } from '../locations.api.ts';
import { ClosedBanner } from './closed-banner.tsx';
import { LocationActs, LocationMenuButton } from './location-acts.tsx';
import { LocationFacts } from './location-facts.tsx';
import { LocationRail } from './location-rail.tsx';

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
  const isOutage = useIsOutageShown();
  const location = query.data ?? knownLocation(id);
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
      menu={location && <LocationMenuButton location={location} />}
      banner={location && bannerOf(location)}
      // Without users, it has nothing to say.
      rail={
        (accessList.data || !accessList.error || isOutage) && (
          <>
            <LocationRail id={id} isClosed={Boolean(location?.closed_on)} />
            {registers}
          </>
        )
      }
      railTitle="Managers and to do"
    >
      <AccessListCard key={id} id={id} location={location} history={history} />
    </DetailPage>
  );
}

function bannerOf(location: Location) {
  return location.closed_on && <ClosedBanner location={location} closedOn={location.closed_on} />;
}
