import type { UserAccess } from '../../../../../contract/user-access.ts';
import type { UserRow } from '../../../../../contract/users.ts';
import { RailCard } from '../../../../components/detail/rail-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { SigningInCard } from './signing-in-card.tsx';

export function UserRail({ user, access }: { user: UserRow; access: UserAccess | undefined }) {
  return (
    <>
      <SigningInCard user={user} access={access} />
      <DetailsCard user={user} access={access} />
    </>
  );
}

export function UserRailSkeleton() {
  return ['Signing in', 'Details'].map((title) => (
    <RailCard key={title} title={title}>
      <div aria-hidden="true" className="flex min-h-32 flex-col gap-4 pt-2">
        <span className="block h-2.5 w-3/4 rounded-full bg-line" />
        <span className="block h-2.5 w-1/2 rounded-full bg-line" />
        <span className="block h-2.5 w-2/3 rounded-full bg-line" />
      </div>
    </RailCard>
  ));
}
