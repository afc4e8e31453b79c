import { useQuery } from '@tanstack/react-query';
import type { UserRow } from '../../../../../contract/users.ts';
import { RailCard } from '../../../../components/detail/rail-card.tsx';
import { useIsOutageShown } from '../../../../components/feedback/outage.ts';
import { formatDay } from '../../../../lib/format/format-date.ts';
import { userSecondFactorQuery } from '../../account/reset-factor.api.ts';
import { ResetFactor } from '../../account/reset-factor.tsx';

/** Whether the user has a second factor, with a button that resets it. */
export function SecondFactorCard({ user }: { user: UserRow }) {
  const { data, error } = useQuery(userSecondFactorQuery(user.id));
  const isOutage = useIsOutageShown();
  return (
    <RailCard title="Second factor">
      <p className="min-h-5 text-small text-ink-soft">
        {data?.is_set_up && `Set up${data.set_up_at ? ` on ${formatDay(data.set_up_at)}` : ''}.`}
        {data && !data.is_set_up && 'Not set up.'}
        {!isOutage && error?.message}
      </p>
      {data?.is_set_up && (
        <div className="mt-3">
          <ResetFactor user={user} />
        </div>
      )}
    </RailCard>
  );
}
