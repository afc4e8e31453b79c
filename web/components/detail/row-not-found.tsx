import { Link } from '@tanstack/react-router';
import { reasons } from '../../../contract/access/reasons.ts';
import type { RequestFailed } from '../../lib/network/request-failed.ts';
import { buttonClasses } from '../button/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';

const kinds = {
  user: { name: 'User', to: '/users', list: 'Users', missing: reasons.userMissing },
  district: {
    ...{ name: 'District', to: '/districts', list: 'Districts' },
    missing: 'This district does not exist, or has none of your locations.',
  },
  location: { name: 'Location', to: '/locations', list: 'Locations', missing: reasons.locationMissing },
} as const;

/** Shown for a deleted row, for one outside the scope and for a URL without a valid id. */
export function RowNotFound({ about, refusal }: { about: keyof typeof kinds; refusal: RequestFailed }) {
  const { name, to, list, missing } = kinds[about];
  const isRefused = refusal.status === 403;
  return (
    <EmptyState
      level={1}
      art={isRefused ? 'refused' : 'lost'}
      title={isRefused ? `No access to this ${about}` : `${name} not found`}
      text={isRefused ? refusal.reason : missing}
      action={
        <Link to={to} className={buttonClasses('primary')}>
          Go to {list}
        </Link>
      }
    />
  );
}
