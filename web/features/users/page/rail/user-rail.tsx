import type { UserAccess } from '../../../../../contract/user-access.ts';
import { seesPastOfUsers, type UserRow } from '../../../../../contract/users.ts';
import { Fact, FactList } from '../../../../components/detail/fact-list.tsx';
import { RailCard } from '../../../../components/detail/rail-card.tsx';
import { useAccess } from '../../../../lib/account/access.ts';
import { formatAgo, formatDate } from '../../../../lib/format/format-date.ts';
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

function DetailsCard({ user, access }: { user: UserRow; access: UserAccess | undefined }) {
  const seen = access?.last_sign_in_at;
  const seesPast = seesPastOfUsers(useAccess().hasPermission);
  return (
    <RailCard title="Details">
      <FactList>
        <Fact label="Number">{user.employee_number ?? none}</Fact>
        <Fact label="Phone">{user.phone ?? none}</Fact>
        {seesPast && (
          <Fact label="Last sign-in">
            {seen && (
              <time dateTime={seen} data-tooltip={formatDate(seen)}>
                {formatAgo(seen)}
              </time>
            )}
            {seen === null && 'Never'}
          </Fact>
        )}
        <Fact label="Last edited">
          <time dateTime={user.updated_at} data-tooltip={formatDate(user.updated_at)}>
            {formatAgo(user.updated_at)}
          </time>
        </Fact>
      </FactList>
    </RailCard>
  );
}

const none = <span className="text-ink-faint">None</span>;
