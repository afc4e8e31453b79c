import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import type { RequestFailed } from '../../../lib/network/request-failed.ts';

/** The same for a user who was deleted and for one out of scope. */
export function UserNotFound({ refusal }: { refusal: RequestFailed }) {
  return (
    <EmptyState
      level={1}
      art={refusal.status === 404 ? 'lost' : 'refused'}
      title={refusal.status === 404 ? 'User not found' : 'No access to this user'}
      text={refusal.reason}
      action={
        <Link to="/users" className={buttonClasses('primary')}>
          Go to Users
        </Link>
      }
    />
  );
}
