import { Link } from '@tanstack/react-router';
import { reasons } from '../../../../contract/access/reasons.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import type { RequestFailed } from '../../../lib/network/request-failed.ts';

export function UserNotFound({ refusal }: { refusal: RequestFailed }) {
  const isRefused = refusal.status === 403;
  return (
    <EmptyState
      level={1}
      art={isRefused ? 'refused' : 'lost'}
      title={isRefused ? 'No access to this user' : 'User not found'}
      text={isRefused ? refusal.reason : reasons.userMissing}
      action={
        <Link to="/users" className={buttonClasses('primary')}>
          Go to Users
        </Link>
      }
    />
  );
}
