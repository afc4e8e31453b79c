import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useNamedPage } from '../../lib/browser/page-name.ts';
import { useListSearch } from '../../lib/list/list-search.ts';
import type { RequestFailed } from '../../lib/network/request-failed.ts';
import { AccessListPanel } from './access-list/access-list-panel.tsx';
import { accessListQuery } from './access-list/location-access.api.ts';
import { BackToList } from './back-to-list.tsx';
import { LocationFacts } from './location-facts.tsx';
import { locationQuery } from './locations.api.ts';
import { OpenState } from './open-state.tsx';

/** One location, and its access list. */
export function LocationPage() {
  const { id } = useParams({ from: '/guarded/locations/$id' });
  const { q } = useListSearch();
  const query = useQuery(locationQuery(id));
  usePrefetchInfiniteQuery(accessListQuery(id, 'can_see', q));
  usePrefetchInfiniteQuery(accessListQuery(id, 'cannot_see', q));
  useNamedPage(query.data?.name);
  return (
    <>
      <BackToList />
      <PageTitle title={query.data?.name ?? 'Location'} subtitle="Who can see this location, and why" />
      <QueryView
        query={query}
        loading="Loading location..."
        refused={(refusal) => <Refusal refusal={refusal} />}
      >
        {(location) => (
          <>
            <OpenState location={location} />
            <LocationFacts location={location} />
            <AccessListPanel location={location} />
          </>
        )}
      </QueryView>
    </>
  );
}

function Refusal({ refusal }: { refusal: RequestFailed }) {
  return (
    <EmptyState
      title={refusal.status === 404 ? 'Location not found' : 'No access to this location'}
      text={refusal.reason}
      action={
        <Link to="/locations" className={buttonClasses('primary')}>
          Go to Locations
        </Link>
      }
    />
  );
}
