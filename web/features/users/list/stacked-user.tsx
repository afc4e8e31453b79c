import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { InvitationLine } from '../../../parts/badges/invitation-line.tsx';
import { FirstLocation, FirstRole } from '../badges/user-badges.tsx';
import { UserRowButton } from '../user-row-button.tsx';
import { emailClasses, More, NameWithNumber, StatusOf, type UserCellProps } from './user-cells.tsx';

export function StackedUser({ user, cells }: UserCellProps) {
  const named = cells.named(user);
  return (
    <div className="flex h-full items-center gap-1">
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <div className="min-w-0 flex-1">
            <NameWithNumber user={user} cells={cells} />
          </div>
          {/* The word Joined would take the width of the role. */}
          {user.invitation !== 'joined' && <InvitationLine state={user.invitation} />}
        </div>
        <ClippedText className={`${emailClasses} leading-4 text-ink-soft`}>{user.email}</ClippedText>
        <More user={user} cells={cells} />
        <div className="flex h-5.5 items-center gap-1.5">
          <StatusOf user={user} cells={cells} />
          <Dot />
          <FirstRole user={user} roles={named.roles} />
          <Dot />
          <FirstLocation user={user} {...named} />
        </div>
      </div>
      {cells.mayAct && <UserRowButton user={user} className="-mr-3 size-11" />}
    </div>
  );
}

function Dot() {
  return (
    <span aria-hidden="true" className="text-ink-faint">
      ·
    </span>
  );
}
