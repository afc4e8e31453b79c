import type { UserAccess } from '../../../../../contract/user-access.ts';
import type { UserRow } from '../../../../../contract/users.ts';
import { useAccess } from '../../../../lib/account/access.ts';
import { useUserActs } from '../../use-user-acts.ts';
import { DetailsCard } from './details-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SigningInCard } from './signing-in-card.tsx';

export interface UserRailProps {
  user: UserRow;
  access: UserAccess | undefined;
}

/** The devices come last, because their number is unknown at first, and nothing below them may move. */
export function UserRail({ user, access }: UserRailProps) {
  const { mayAct, isSelf } = useAccess();
  const { mayManage } = useUserActs();
  return (
    <>
      <SigningInCard user={user} access={access} />
      {mayAct('resetSecondFactor') && !isSelf(user.id) && mayManage(user) && <SecondFactorCard user={user} />}
      <DetailsCard user={user} access={access} />
      {mayAct('endUserSessions') && mayManage(user) && <DevicesCard id={user.id} />}
    </>
  );
}
