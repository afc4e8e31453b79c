import type { ReactNode } from 'react';
import { locationBadgesShown } from '../../../../contract/fields/limits.ts';
import type { RoleRef } from '../../../../contract/roles.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { LocationTag } from '../../../components/display/location-tag.tsx';
import { RoleBadge } from '../../../components/display/role-badge.tsx';
import { IconMapPin } from '../../../components/icons/icons.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
import type { NamedUser } from '../use-named-users.ts';

/** All roles or locations of a user, when the row shows only the first. */
export interface More {
  user: UserRow;
  of: 'roles' | 'locations';
}

export const more = createPopup<More>('dialog');

export interface RoleBadgesProps {
  user: UserRow;
  roles: readonly RoleRef[];
}

/** All roles if they fit into two lines, else the first two and a count. */
export function RoleBadges({ user, roles }: RoleBadgesProps) {
  if (roles.length === 0) return <span className="text-ink-faint">No roles</span>;
  const letters = roles.reduce((sum, role) => sum + role.name.length, 0);
  const shown = roles.length > 3 || letters > 24 ? 2 : 3;
  return (
    <div className="flex max-h-13 flex-wrap items-center gap-1 overflow-hidden group-data-compact/rows:max-h-6">
      {badgesOf(roles.slice(0, shown - 1))}
      {roles.length >= shown && (
        // The count stays with the last badge.
        <span className="flex max-w-full items-center gap-1.5 *:min-w-0">
          {badgesOf(roles.slice(shown - 1, shown))}
          {roles.length > shown && (
            <MoreButton user={user} of="roles">
              {`+${roles.length - shown} more`}
            </MoreButton>
          )}
        </span>
      )}
    </div>
  );
}

/** Keys are positions, because a row that lends its elements to another row lends these too. */
function badgesOf(roles: readonly RoleRef[]) {
  return Array.from(roles.entries(), ([place, { name, color }]) => (
    <RoleBadge key={place} name={name} color={color} />
  ));
}

export interface LocationTagsProps extends Omit<NamedUser, 'roles'> {
  user: UserRow;
}

/**
 * The first two locations with whole names and a count of the rest; or 'All locations'. They share a line if they
 * fit, else the count stays with the second one.
 */
export function LocationTags({ user, locations, hidden_count, hasAllLocations }: LocationTagsProps) {
  if (hasAllLocations) {
    return (
      <div className="flex">
        <LocationTag name="All locations" />
      </div>
    );
  }
  const count = locations.length + hidden_count;
  if (count === 0) return <span className="text-ink-faint">No locations</span>;
  const shown = locations.slice(0, locationBadgesShown);
  const rest = count - shown.length;
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-0.5 group-data-compact/rows:flex-nowrap">
      {tagsOf(shown.slice(0, -1))}
      <span className="flex max-w-full min-w-0 items-center gap-1">
        {tagsOf(shown.slice(-1))}
        {rest > 0 && (
          <MoreButton user={user} of="locations">
            {shown.length > 0 ? `+${rest} more` : `${rest} location(s)`}
          </MoreButton>
        )}
      </span>
    </div>
  );
}

function tagsOf(locations: NamedUser['locations']) {
  return Array.from(locations.entries(), ([place, { name }]) => <LocationTag key={place} name={name} />);
}

/** One line when there is not enough width for more badges: the first role and a count. */
export function FirstRole({ roles }: Pick<NamedUser, 'roles'>) {
  const [first] = roles;
  if (!first) return <span className="text-ink-faint">No roles</span>;
  const rest = roles.length - 1;
  return (
    <span className="flex min-w-0 items-center gap-1.5 *:min-w-0">
      <RoleBadge name={first.name} color={first.color} />
      {rest > 0 && (
        <span className="shrink-0 text-small whitespace-nowrap text-ink-soft">{`+${rest} more`}</span>
      )}
    </span>
  );
}

/** One line when there is not enough width for tags: the first location and a count. */
export function FirstLocation({ locations, hidden_count, hasAllLocations }: Omit<NamedUser, 'roles'>) {
  const [first] = locations;
  const rest = locations.length + hidden_count - (first ? 1 : 0);
  const name = hasAllLocations ? 'All locations' : (first?.name ?? (rest > 0 ? null : 'No locations'));
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-small text-ink-soft">
      <IconMapPin size={14} className="shrink-0" aria-hidden="true" />
      {name && <span className="truncate">{name}</span>}
      {!hasAllLocations && rest > 0 && (
        <span className="shrink-0 whitespace-nowrap">{first ? `+${rest} more` : `${rest} location(s)`}</span>
      )}
    </p>
  );
}

function MoreButton({ user, of, children }: More & { children: ReactNode }) {
  return (
    <button
      type="button"
      {...more.buttonProps({ user, of })}
      aria-label={`${children}: ${of} of ${displayName(user)}`}
      className="relative shrink-0 rounded-badge px-0.5 text-small whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-petrol hover:underline active:bg-line data-popup-open:text-petrol"
    >
      {children}
    </button>
  );
}
