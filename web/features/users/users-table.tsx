import { Link } from '@tanstack/react-router';
import type { UserRow } from '../../../contract/users.ts';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { StatusBadge } from '../../components/display/status-badge.tsx';
import { IconChevronRight } from '../../components/icons/icons.ts';
import type { Column } from '../../components/table/data-table-props.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import type { ListState } from '../../lib/list/list-origin.ts';
import { FirstLocation, FirstRole, LocationTags, RoleBadges } from './badges/user-badges.tsx';
import { InvitationLine } from './invitations/invitation-line.tsx';
import type { NamedUser } from './use-named-users.ts';
import { UserRowButton } from './user-row-button.tsx';

/** The data that the cells of a row need besides the row. */
export interface UserCells {
  named: (user: UserRow) => NamedUser;
  /** Whether the actor may do anything to any user; otherwise rows have no menu. */
  mayAct: boolean;
  hasBoxes: boolean;
  /** In rows of one line, name and email are beside each other. */
  isCompact: boolean;
  listState: ListState;
  /** The user who is being activated or deactivated. */
  changingId: string | undefined;
}

/** The columns that may be hidden. */
export const hideableColumns = [
  { id: 'contact', label: 'Contact' },
  { id: 'roles', label: 'Roles' },
  { id: 'locations', label: 'Locations' },
  { id: 'status', label: 'Status' },
  { id: 'created_at', label: 'Created' },
];

export function userColumns(cells: UserCells): Column<UserRow>[] {
  const { named, isCompact } = cells;
  return [
    {
      id: 'user',
      header: 'User',
      width: userWidth(cells),
      className: cells.hasBoxes ? 'pl-1' : '',
      sort: 'name',
      cell: (user) => <NameAndEmail user={user} listState={cells.listState} />,
    },
    {
      id: 'contact',
      header: 'Contact',
      sort: 'email',
      width: isCompact ? 'clamp(120px, 50cqw - 531px, 296px)' : 'clamp(120px, 50cqw - 451px, 296px)',
      className: isCompact ? '@max-[1100px]:hidden' : '@max-[956px]:hidden',
      cell: (user) => <Contact user={user} />,
    },
    {
      id: 'roles',
      header: 'Roles',
      width: '150px',
      cell: (user) => <RoleBadges user={user} roles={named(user).roles} />,
    },
    {
      id: 'locations',
      header: 'Locations',
      cell: (user) => <LocationTags user={user} {...named(user)} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: '100px',
      sort: 'status',
      cell: (user) => <Status user={user} cells={cells} />,
    },
    {
      id: 'created_at',
      header: 'Created',
      sort: 'created_at',
      width: '160px',
      className: isCompact ? '@max-[1290px]:hidden' : '@max-[1132px]:hidden',
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="text-small whitespace-nowrap text-ink-soft">
          {formatDate(created_at)}
        </time>
      ),
    },
    ...(cells.mayAct ? [actionsColumn] : []),
  ];
}

/**
 * Wide enough for an email of 40 letters, also in compact rows, where it is beside a name. Of additional width,
 * Contact gets a part, and the locations get the rest. With check boxes it needs padding only for the focus ring.
 */
function userWidth({ hasBoxes, isCompact }: UserCells) {
  if (isCompact) return 'clamp(360px, 50cqw - 86px, 440px)';
  return hasBoxes ? 'clamp(292px, 20cqw + 63px, 380px)' : 'clamp(308px, 20cqw + 79px, 396px)';
}

const actionsColumn: Column<UserRow> = {
  id: 'actions',
  header: 'Actions',
  width: '64px',
  cell: (user) => <UserRowButton user={user} />,
};

export interface StackedUserProps {
  user: UserRow;
  cells: UserCells;
}

/** The same row on a phone: name, status, roles and locations, with the menu's button beside them. */
export function StackedUser({ user, cells }: StackedUserProps) {
  return (
    <div className="flex h-full flex-col justify-center">
      <div className="flex items-center gap-2">
        <Name user={user} listState={cells.listState} />
        <IconChevronRight size={16} className="ml-auto text-ink-faint" aria-hidden="true" />
      </div>
      {/* The button is below it, because an email needs the whole width. */}
      <ClippedText className={emailClasses}>{user.email}</ClippedText>
      <div className="mt-1.5 flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <div className="flex h-6 items-center gap-3">
            <StatusOf user={user} cells={cells} />
            <FirstRole roles={cells.named(user).roles} />
          </div>
          <div className="mt-1 flex h-5 items-center gap-3">
            <FirstLocation {...cells.named(user)} />
            {/* Beside the status it left no room for a role. */}
            <InvitationLine state={user.invitation} className="ml-auto" />
          </div>
        </div>
        {cells.mayAct && <UserRowButton user={user} className="-mr-3 size-11" />}
      </div>
    </div>
  );
}

function Status({ user, cells }: StackedUserProps) {
  return (
    <div className="flex flex-col items-start">
      <StatusOf user={user} cells={cells} />
      {/* Aligned with the text of the badge, not with its dot. */}
      <InvitationLine state={user.invitation} className="pl-3.5 group-data-compact/rows:hidden" />
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

interface NameProps {
  user: UserRow;
  listState: ListState;
}

/** A link to the page of the user that covers the whole row. */
function NameLink({ user: { id, full_name }, listState }: NameProps) {
  return (
    <Link
      to="/users/$userId"
      params={{ userId: id }}
      state={listState}
      data-row-main
      className="block min-w-0 rounded-badge after:absolute after:inset-0 lg:focus-visible:after:shadow-[inset_3px_0_var(--amber-mark)]"
    >
      {full_name ? (
        <ClippedText className="font-semibold">{full_name}</ClippedText>
      ) : (
        <span className="text-ink-faint">No name</span>
      )}
    </Link>
  );
}

const emailClasses = 'text-small text-ink-soft font-unkerned';

function Name({ user, listState }: NameProps) {
  return (
    <div className="flex min-w-0 items-baseline gap-2">
      <NameLink user={user} listState={listState} />
      {user.employee_number && (
        <span className="text-small text-ink-soft group-data-compact/rows:hidden">
          {user.employee_number}
        </span>
      )}
    </div>
  );
}

function NameAndEmail(props: NameProps) {
  return (
    <div className="group-data-compact/rows:flex group-data-compact/rows:items-baseline group-data-compact/rows:gap-2">
      <Name {...props} />
      <ClippedText className={classes(emailClasses, 'group-data-compact/rows:shrink-0')}>
        {props.user.email}
      </ClippedText>
    </div>
  );
}

function Contact({ user }: { user: UserRow }) {
  return (
    <>
      <ClippedText className={classes(emailClasses, user.phone && 'group-data-compact/rows:hidden')}>
        {user.email}
      </ClippedText>
      {user.phone && <ClippedText className="text-small text-ink-soft">{user.phone}</ClippedText>}
    </>
  );
}
