import { useQuery } from '@tanstack/react-query';
import type { UserRow } from '../../../../../contract/users.ts';
import { useIsOutageShown } from '../../../../components/feedback/outage.ts';
import { formatDay } from '../../../../lib/format/format-date.ts';
import { userSecondFactorQuery } from '../../account/reset-factor.api.ts';
import { ResetFactor } from '../../account/reset-factor.tsx';
import { RailLine } from './rail-line.tsx';

export function SecondFactorLine({ user }: { user: UserRow }) {
  const { data, error } = useQuery(userSecondFactorQuery(user.id));
  const isOutage = useIsOutageShown();
  return (
    <RailLine label="Second factor">
      {data?.is_set_up && <span>{data.set_up_at ? `Since ${formatDay(data.set_up_at)}` : 'Set up'}</span>}
      {data && !data.is_set_up && 'Not set up'}
      {!data && !isOutage && error?.message}
      {data && <ResetFactor user={user} isLine />}
    </RailLine>
  );
}
