import { Link } from '@tanstack/react-router';
import { Fragment, useId, useState } from 'react';
import type { AccessListUser } from '../../../../contract/location-access.ts';
import type { RoleRef } from '../../../../contract/roles.ts';
import { displayName, seesPastOfUsers } from '../../../../contract/users.ts';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { LeftNote, leftProps } from '../../../components/display/left-row.tsx';
import { IconDots } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
import {
  anotherAdministrator,
  describeGrantor,
  describeThrough,
} from '../../../lib/format/describe-grant.ts';
import { formatAgo, formatDate, formatDay } from '../../../lib/format/format-date.ts';
import { formatMomentIn } from '../../../lib/format/time-zone.ts';
import { InvitationLine } from '../../../parts/badges/invitation-line.tsx';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import { blockerTexts } from './access-texts.ts';

/** The column headers use the same columns. */
export const accessColumns =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-6 max-md:px-4 @min-[45rem]:gap-x-3 @min-[45rem]:grid-cols-[minmax(0,12.5rem)_minmax(0,1fr)_6.5rem_5.25rem_2.25rem] @min-[60rem]:grid-cols-[minmax(0,17.25rem)_minmax(0,1fr)_6.5rem_5.25rem_2.25rem] print:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_9rem_7rem_5.75rem] print:px-0';

interface AccessRowProps {
  user: AccessListUser;
  /** Why it left the list. */
  left: string | undefined;
}

export function AccessRow({ user, left }: AccessRowProps) {
  const { hasPermission, mayAct } = useAccess();
  const mayAssign = mayAct('assignLocations');
  const { assigned, through, cover } = user;
  const grants = [
    ...(assigned ? [`${describeGrantor(assigned.by)} · ${formatDay(assigned.at)}`] : []),
    ...(through ? [`${describeThrough(through)} · ${formatDay(through.at)}`] : []),
    ...(cover ? [describeCover(cover)] : []),
    ...user.all_locations_roles.map((role) => `${role} role, all locations`),
  ];
  const notes = notesOf(user);
  return (
    <li
      data-row={user.id}
      {...leftProps(left)}
      className={classes(
        accessColumns,
        'relative min-h-15 gap-y-1 border-line py-2.5 not-first:border-t @min-[45rem]:py-1.5 print:min-h-0 print:py-1 hover:bg-row-hover has-data-popup-open:bg-row-hover has-[[data-row-main]:active]:bg-line has-[[data-row-main]:focus-visible]:shadow-[inset_3px_0_var(--amber-mark)]',
      )}
    >
      <div className="in-data-left:opacity-45">
        <Link
          to="/users/$userId"
          params={{ userId: user.id }}
          data-row-main
          className="block min-w-0 rounded-badge after:absolute after:inset-0"
        >
          <ClippedText className={user.full_name ? 'font-semibold' : 'text-ink-faint'}>
            {user.full_name ?? 'No name'}
          </ClippedText>
        </Link>
        <ClippedText className="text-small text-ink-soft font-unkerned">{user.email}</ClippedText>
      </div>
      <ul className="text-small not-print:@max-[45rem]:col-span-2 not-print:@max-[45rem]:row-start-2 in-data-left:opacity-45">
        {grants.length > 0 && (
          <li
            data-clipped-text
            className={notes.length > 0 ? 'not-print:@min-[45rem]:truncate' : 'not-print:line-clamp-2'}
          >
            {grants.join(' · ')}
          </li>
        )}
        {notes.length > 0 && (
          <li data-clipped-text className="not-print:@min-[45rem]:truncate">
            {notes.map((note, index) => (
              <Fragment key={note.key}>
                {index > 0 && <span className="text-ink-soft"> · </span>}
                {note}
              </Fragment>
            ))}
          </li>
        )}
      </ul>
      <AccessRoles roles={user.roles} of={displayName(user)} />
      <p className="hidden text-small print:block in-data-left:opacity-45">{user.phone}</p>
      <p className="text-small text-ink-soft not-print:@max-[45rem]:col-span-2 not-print:@max-[45rem]:row-start-5 in-data-left:opacity-45">
        {seesPastOfUsers(hasPermission) && <LastSignIn at={user.last_sign_in_at} />}
      </p>
      <div className="-mr-2 flex justify-end @max-[45rem]:col-start-2 @max-[45rem]:row-start-1 print:hidden in-data-left:opacity-45">
        {mayAssign && user.assigned && (
          <IconButton
            label={`Actions for ${displayName(user)}`}
            tooltip="Actions"
            icon={<IconDots size={20} aria-hidden="true" />}
            className="relative"
            {...accessMenu.buttonProps(user)}
          />
        )}
      </div>
      {left && <LeftNote why={left} />}
    </li>
  );
}

/** In location time. */
function describeCover({ ends_at, time_zone, by }: NonNullable<AccessListUser['cover']>): string {
  return `Covers until ${formatMomentIn(time_zone, ends_at)}, granted by ${by ?? anotherAdministrator}`;
}

function notesOf({ invitation, blockers }: AccessListUser) {
  return [
    ...(invitation === 'joined' ? [] : [<InvitationLine key="invitation" state={invitation} />]),
    ...blockers.flatMap((blocker) => {
      const said = blockerTexts[blocker];
      return said ? (
        <span key={blocker} className={said.look}>
          {said.text}
        </span>
      ) : (
        []
      );
    }),
  ];
}

function LastSignIn({ at }: { at: string | null }) {
  return (
    <>
      <span className="@min-[45rem]:sr-only print:sr-only">Last sign-in: </span>
      {at ? (
        <time dateTime={at} data-tooltip={formatDate(at)} className="relative">
          <span className="print:hidden">{formatAgo(at)}</span>
          {/* A printed page shows the date, because "2 h ago" would become wrong. */}
          <span aria-hidden="true" className="not-print:hidden">
            {formatDate(at)}
          </span>
        </time>
      ) : (
        'Never'
      )}
    </>
  );
}

/** Two lines: two badges, or one and the button. The rest opens in a line below the row, so that the button stays in place. All roles are printed. */
function AccessRoles({ roles, of }: { roles: readonly RoleRef[]; of: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const shown = roles.length > 2 ? 1 : 2;
  const rest = roles.slice(shown);
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-1 @min-[45rem]:gap-y-0.5 not-print:@max-[45rem]:col-span-2 not-print:@max-[45rem]:row-start-3 in-data-left:opacity-45">
        {roles.slice(0, shown).map(badgeOf)}
        {rest.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={isOpen ? `Show fewer roles of ${of}` : `+${rest.length} more: roles of ${of}`}
            onClick={() => setOpen(!isOpen)}
            className="relative min-h-6 rounded-badge px-0.5 text-small @min-[45rem]:-my-0.5 whitespace-nowrap text-ink-soft hover:text-petrol hover:underline active:bg-line max-md:-my-2.5 max-md:min-h-11 max-md:px-2 print:hidden"
          >
            {isOpen ? 'Show fewer' : `+${rest.length} more`}
          </button>
        )}
        {roles.length === 0 && <span className="text-small text-ink-faint">No roles</span>}
      </div>
      {rest.length > 0 && (
        <div
          id={id}
          className={classes(
            'col-span-full flex-wrap gap-1 in-data-left:opacity-45 not-print:@max-[45rem]:row-start-4 @min-[45rem]:row-start-2 print:row-start-2 print:flex',
            isOpen ? 'flex' : 'hidden',
          )}
        >
          {rest.map(badgeOf)}
        </div>
      )}
    </>
  );
}

const badgeOf = ({ id, name, color }: RoleRef) => <RoleBadge key={id} name={name} color={color} />;

export const accessMenu = createPopup<AccessListUser>('menu');
