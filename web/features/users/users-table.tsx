import type { UserRow } from '../../../contract/users.ts';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { StatusBadge } from '../../components/display/status-badge.tsx';
import type { Column } from '../../components/table/data-table-props.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { InvitationLine } from './invitations/invitation-line.tsx';
import type { NamedUser } from './use-names.ts';
import { LocationTags, RoleBadges } from './user-badges.tsx';
import { UserRowButton } from './user-row-button.tsx';

/** What the cells of a row need beyond the row. */
export interface UserCells {
  named: (user: UserRow) => NamedUser;
  mayInvite: (user: UserRow) => boolean;
  onInvitation: (user: UserRow) => void;
  /** The user who is being activated or deactivated. */
  changingId: string | undefined;
}

export function userColumns(cells: UserCells): Column<UserRow>[] {
  const { named } = cells;
  return [
    { header: 'User', width: '16%', cell: (user) => <NameAndEmail user={user} /> },
    { header: 'Contact', width: '14.2%', cell: (user) => <Contact user={user} /> },
    { header: 'Roles', width: '14.7%', cell: (user) => <RoleBadges roles={named(user).roles} /> },
    { header: 'Locations', cell: (user) => <LocationTags {...named(user)} /> },
    { header: 'Status', width: '88px', cell: (user) => <Status user={user} cells={cells} /> },
    {
      header: 'Created',
      width: '190px',
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="text-small whitespace-nowrap text-ink-soft">
          {formatDate(created_at)}
        </time>
      ),
    },
    { header: 'Actions', width: '76px', cell: (user) => <UserRowButton user={user} /> },
  ];
}

export interface StackedUserProps {
  user: UserRow;
  cells: UserCells;
}

/** The same row on a phone: name, status and roles, with the menu's button beside them. */
export function StackedUser({ user, cells }: StackedUserProps) {
  return (
    <div className="flex h-full items-center gap-1">
      <div className="min-w-0 flex-1">
        <NameAndEmail user={user} />
        <div className="mt-1.5 flex h-6 items-center gap-3">
          <StatusOf user={user} cells={cells} />
          <Invitation user={user} cells={cells} />
          <div className="flex h-6 min-w-0 items-center overflow-hidden">
            <RoleBadges roles={cells.named(user).roles} />
          </div>
        </div>
      </div>
      <UserRowButton user={user} className="-mr-2 size-11" />
    </div>
  );
}

function Status({ user, cells }: StackedUserProps) {
  return (
    <div className="flex flex-col items-start">
      <StatusOf user={user} cells={cells} />
      <Invitation user={user} cells={cells} />
    </div>
  );
}

function StatusOf({ user, cells }: StackedUserProps) {
  if (user.id === cells.changingId)
    return (
      <span role="status" className="text-ink-soft">
        Saving...
      </span>
    );
  return <StatusBadge isActive={user.is_active} />;
}

function Invitation({ user, cells }: StackedUserProps) {
  const onOpen = cells.mayInvite(user) ? () => cells.onInvitation(user) : undefined;
  return <InvitationLine user={user} onOpen={onOpen} />;
}

function NameAndEmail({ user }: { user: UserRow }) {
  return (
    <div>
      <div className="flex items-baseline gap-2">
        {user.full_name ? (
          <ClippedText className="font-semibold">{user.full_name}</ClippedText>
        ) : (
          <span className="block text-ink-faint">No name</span>
        )}
        {user.employee_number && <span className="text-small text-ink-soft">{user.employee_number}</span>}
      </div>
      <ClippedText className="text-small text-ink-soft">{user.email}</ClippedText>
    </div>
  );
}

function Contact({ user }: { user: UserRow }) {
  return (
    <div className="text-small text-ink-soft">
      <ClippedText>{user.email}</ClippedText>
      {user.phone && <ClippedText>{user.phone}</ClippedText>}
    </div>
  );
}
