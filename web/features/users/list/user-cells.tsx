import { Link } from '@tanstack/react-router';
import type { UserRow } from '../../../../contract/users.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { StatusBadge } from '../../../components/display/status-badge.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import type { ListState } from '../../../lib/list/list-origin.ts';
import type { NamedUser } from '../use-named-users.ts';

export interface UserCells {
  named: (user: UserRow) => NamedUser;
  mayAct: boolean;
  hasBoxes: boolean;
  /** In rows of one line, name and email are side by side. */
  isCompact: boolean;
  hasNumbers: boolean;
  /** The facts that a narrow row has no columns for: '(518) 555-0101 · since Oct 30, 2026'. */
  more: (user: UserRow) => string;
  listState: ListState;
  changingId: string | undefined;
}

export interface UserCellProps {
  user: UserRow;
  cells: UserCells;
}

export const emailClasses = 'text-small font-unkerned';
/** Where a row has a third line. */
const tight = '@max-[1060px]:leading-4';

function NameLink({ user: { id, full_name }, cells, className }: UserCellProps & { className?: string }) {
  return (
    <Link
      to="/users/$userId"
      params={{ userId: id }}
      state={cells.listState}
      data-row-main
      className={classes(
        'block min-w-0 rounded-badge after:absolute after:inset-0 sm:focus-visible:after:shadow-[inset_3px_0_var(--amber-mark)]',
        className,
      )}
    >
      {full_name ? (
        <ClippedText className="font-semibold">{full_name}</ClippedText>
      ) : (
        <span className="text-ink-faint">No name</span>
      )}
    </Link>
  );
}

/** '#15002' */
function EmployeeNumber({ user, cells }: UserCellProps) {
  if (!user.employee_number || !cells.hasNumbers) return null;
  return (
    <span
      data-tooltip="Employee number"
      className="relative max-w-24 shrink-0 truncate text-small text-ink-soft"
    >
      <span aria-hidden="true">#</span>
      {user.employee_number}
    </span>
  );
}

export function NameWithNumber(props: UserCellProps) {
  return (
    <div className="flex min-w-0 items-baseline gap-2 @max-[1060px]:leading-4.5">
      <NameLink {...props} />
      <EmployeeNumber {...props} />
    </div>
  );
}

/** Two lines. In the one line of a compact row the name keeps its width up to 60 %, and the email is clipped. */
export function NameAndEmail(props: UserCellProps) {
  const { user, cells } = props;
  const email = (
    <ClippedText
      className={classes(emailClasses, 'text-ink-soft', cells.isCompact ? 'min-w-0 flex-1' : tight)}
    >
      {user.email}
    </ClippedText>
  );
  if (!cells.isCompact) {
    return (
      <>
        <NameWithNumber {...props} />
        {email}
        <More {...props} className="@min-[1060px]:hidden" />
      </>
    );
  }
  return (
    <div className="flex items-baseline gap-2">
      <NameLink {...props} className="max-w-[max(60%,6rem)] shrink-0" />
      <EmployeeNumber {...props} />
      {email}
    </div>
  );
}

export function More({ user, cells, className }: UserCellProps & { className?: string }) {
  return (
    <ClippedText className={classes('text-small leading-4 text-ink-soft', className)}>
      {cells.more(user)}
    </ClippedText>
  );
}

export function StatusOf({ user, cells }: UserCellProps) {
  if (user.id === cells.changingId)
    return (
      <span role="status" className="text-ink-soft">
        Saving...
      </span>
    );
  return <StatusBadge isActive={user.is_active} />;
}
