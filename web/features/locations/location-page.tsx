import { Link, useParams } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { IconArrowLeft } from '../../components/icons/icons.ts';
import { messageOf, RequestFailed } from '../../lib/network/request-failed.ts';
import { AccessListPanel } from './access-list/access-list-panel.tsx';
import { LocationFacts } from './location-facts.tsx';
import { useLocation } from './locations.api.ts';

/** One location, and who can reach it and why. */
export function LocationPage() {
  const { id } = useParams({ from: '/guarded/locations/$id' });
  const { data: location, error, refetch, isFetching } = useLocation(id);

  if (!location) {
    if (!error) return <Loading label="Loading location..." />;
    return <Missing error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
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
      <PageTitle title={location.name} subtitle="Who can see this location, and why" />
      <LocationFacts location={location} />
      <AccessListPanel location={location} />
    </>
  );
}

/** A refusal is the server's own sentence, with a way back; anything else may be tried again. */
function Missing({ error, ...retry }: { error: Error; onRetry: () => void; retrying: boolean }) {
  const isRefusal = error instanceof RequestFailed && [403, 404].includes(error.status);
  if (!isRefusal) {
    return (
      <>
        <PageTitle title="Location" subtitle="Who can see this location, and why" />
        <ErrorState message={messageOf(error, 'Failed to fetch location')} {...retry} />
      </>
    );
  }
  return (
    <EmptyState
      title={error.status === 404 ? 'Location not found' : 'Not yours to see'}
      text={error.reason}
      action={
        <Link to="/locations" className={buttonClasses('primary')}>
          Go to Locations
        </Link>
      }
    />
  );
}
