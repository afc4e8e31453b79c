import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import type { RequestFailed } from '../../../lib/network/request-failed.ts';

/** The same for a location that was deleted and for one out of scope. */
export function LocationNotFound({ refusal }: { refusal: RequestFailed }) {
  const isLost = refusal.status === 404;
  return (
    <EmptyState
      level={1}
      art={isLost ? 'lost' : 'refused'}
      title={isLost ? 'Location not found' : 'No access to this location'}
      text={refusal.reason}
      action={
        <Link to="/locations" className={buttonClasses('primary')}>
          Go to Locations
        </Link>
      }
    />
  );
}
