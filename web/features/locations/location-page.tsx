import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconArrowLeft } from '../../components/icons/icons.ts';
import type { RequestFailed } from '../../lib/network/request-failed.ts';
import { AccessListPanel } from './access-list/access-list-panel.tsx';
import { LocationFacts } from './location-facts.tsx';
import { locationQuery } from './locations.api.ts';
import { OpenState } from './open-state.tsx';

/** One location, and its access list. */
export function LocationPage() {
  const { id } = useParams({ from: '/guarded/locations/$id' });
  const query = useQuery(locationQuery(id));
  return (
    <>
      <Link
        to="/locations"
        activeOptions={{ exact: true }}
        className={`${buttonClasses('link')} mb-2 self-start`}
      >
        <IconArrowLeft size={16} aria-hidden="true" />
        Locations
      </Link>
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
