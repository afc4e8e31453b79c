import { Link } from '@tanstack/react-router';
import { reasons } from '../../../../contract/access/reasons.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import type { RequestFailed } from '../../../lib/network/request-failed.ts';

/** Shown for a deleted location, for one outside the scope and for a URL without a valid id. */
export function LocationNotFound({ refusal }: { refusal: RequestFailed }) {
  const isRefused = refusal.status === 403;
  return (
    <EmptyState
      level={1}
      art={isRefused ? 'refused' : 'lost'}
      title={isRefused ? 'No access to this location' : 'Location not found'}
      text={isRefused ? refusal.reason : reasons.locationMissing}
      action={
        <Link to="/locations" className={buttonClasses('primary')}>
          Go to Locations
        </Link>
      }
    />
  );
}
