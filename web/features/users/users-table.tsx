import { locationBadgesShown } from '../../../contract/fields/limits.ts';
import type { UserRow } from '../../../contract/users.ts';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { CreatedTime } from '../../components/table/created-time.tsx';
import type { Column } from '../../components/table/data-table-props.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { InvitationLine, invitationText } from '../../parts/badges/invitation-line.tsx';
import { LocationTags, RoleBadges } from './badges/user-badges.tsx';
import { emailClasses, NameAndEmail, StatusOf, type UserCells } from './list/user-cells.tsx';
import { UserRowButton } from './user-row-button.tsx';

/** The columns that may be hidden; the number is next to the name. */
export const hideableColumns = [
  { id: 'number', label: 'Number' },
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
      cell: (user) => <NameAndEmail user={user} cells={cells} />,
      print: {
        share: 20,
        lines: ({ full_name, employee_number }) => [
          full_name ?? 'No name',
          cells.hasNumbers && employee_number ? `#${employee_number}` : '',
        ],
      },
    },
    {
      id: 'contact',
      header: 'Contact',
      sort: 'email',
      width: isCompact ? '152px' : 'clamp(156px, 50cqw - 416px, 296px)',
      className: isCompact ? '@max-[1090px]:hidden' : '@max-[910px]:hidden',
      cell: (user) => <Contact user={user} />,
      print: { share: 27, lines: ({ email, phone }) => [email, phone ?? ''] },
    },
    {
      id: 'roles',
      header: 'Roles',
      width: isCompact ? '178px' : 'clamp(112px, 50cqw - 192px, 178px)',
      cell: (user) => <RoleBadges user={user} roles={named(user).roles} isCompact={isCompact} />,
      print: { share: 15, lines: (user) => [describeRoles(user, named)] },
    },
    {
      id: 'locations',
      header: 'Locations',
      cell: (user) => <LocationTags user={user} {...named(user)} isCompact={isCompact} />,
      print: { share: 18, lines: (user) => [describeLocations(user, named)] },
    },
    {
      id: 'status',
      header: 'Status',
      width: isCompact ? '172px' : '104px',
      sort: 'status',
      cell: (user) => <Status user={user} cells={cells} />,
      print: {
        share: 10,
        lines: ({ is_active, invitation }) => [is_active ? 'Active' : 'Inactive', invitationText(invitation)],
      },
    },
    {
      id: 'created_at',
      header: 'Created',
      sort: 'created_at',
      width: isCompact ? '164px' : '108px',
      className: isCompact ? '@max-[1300px]:hidden' : '@max-[1060px]:hidden',
      cell: ({ created_at }) => <CreatedTime at={created_at} />,
      print: { share: 12, lines: ({ created_at }) => [formatDate(created_at)] },
    },
    ...(cells.mayAct ? [actionsColumn] : []),
  ];
}

/**
 * Wide enough for a name, an email and a phone, and narrower where the roles need it. Extra width goes to Contact, then to
 * Locations. With check boxes it needs padding only for the focus ring.
 */
function userWidth({ hasBoxes, isCompact }: UserCells) {
  if (isCompact) return 'clamp(262px, 50cqw - 218px, 432px)';
  const least = hasBoxes ? 'clamp(168px, 50cqw - 136px, 240px)' : 'clamp(184px, 50cqw - 120px, 256px)';
  return `max(${least}, ${hasBoxes ? 'min(32cqw - 74px, 380px)' : 'min(32cqw - 58px, 396px)'})`;
}

const actionsColumn: Column<UserRow> = {
  id: 'actions',
  header: 'Actions',
  width: '64px',
  cell: (user) => <UserRowButton user={user} />,
};

/** The invitation is in the second line; in a compact row behind the status. */
function Status({ user, cells }: { user: UserRow; cells: UserCells }) {
  return (
    <div className="flex flex-col items-start group-data-compact/rows:flex-row group-data-compact/rows:items-baseline">
      <StatusOf user={user} cells={cells} />
      {/* Aligned with the text of the badge, not with its dot. */}
      <InvitationLine
        state={user.invitation}
        className="pl-3.5 group-data-compact/rows:pl-0 group-data-compact/rows:before:whitespace-pre group-data-compact/rows:before:content-['_·_']"
      />
    </div>
  );
}

function Contact({ user }: { user: UserRow }) {
  return (
    <>
      <ClippedText
        className={classes(emailClasses, 'text-ink-faint', user.phone && 'group-data-compact/rows:hidden')}
      >
        {user.email}
      </ClippedText>
      {user.phone && <ClippedText className="text-small text-ink-soft">{user.phone}</ClippedText>}
    </>
  );
}

function describeRoles(user: UserRow, named: UserCells['named']) {
  const names = named(user).roles.map(({ name }) => name);
  return names.join(', ') || (user.role_ids.length === 0 ? 'No roles' : '');
}

/** 'Airport, Depot +3 more': as many as on the screen. */
function describeLocations(user: UserRow, named: UserCells['named']) {
  const { places, hidden_count, hasAllLocations, isScopeUnknown } = named(user);
  if (hasAllLocations) return 'All locations';
  const count = places.length + hidden_count;
  if (count === 0) return isScopeUnknown ? '' : 'No locations';
  const shown = places.slice(0, locationBadgesShown).map(({ name }) => name);
  const rest = count - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` +${rest} more` : ''}`;
}
