import type { ReactNode } from 'react';
import { locationBadgesShown } from '../../../../contract/fields/limits.ts';
import type { RoleRef } from '../../../../contract/roles.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
import { LocationTag } from '../../../parts/badges/location-tag.tsx';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import type { NamedUser } from '../use-named-users.ts';
import { shownLocations, shownRoles } from './fit-badges.ts';

export interface More {
  user: UserRow;
  of: 'roles' | 'locations';
}

export const more = createPopup<More>('dialog');

interface RoleBadgesProps {
  user: UserRow;
  roles: readonly RoleRef[];
  isCompact: boolean;
}

/** Whole badges only: two roles if both fit, else one or none, and a count of the rest. */
export function RoleBadges({ user, roles, isCompact }: RoleBadgesProps) {
  if (user.role_ids.length === 0) return <span className="text-ink-faint">No roles</span>;
  if (roles.length === 0) return <TagSkeleton />;
  const names = roles.map(({ name }) => name);
  const shown = roles.slice(0, shownRoles(names, isCompact));
  const rest = roles.length - shown.length;
  const badges = Array.from(shown.entries(), ([place, { name, color }]) => (
    <RoleBadge key={place} name={name} color={color} />
  ));
  return (
    <Badges badges={badges} gap="gap-1" isCompact={isCompact}>
      {rest > 0 && (
        <MoreButton user={user} of="roles" rest={rest} first={shown.length === 0 ? names[0] : undefined}>
          +{rest}
        </MoreButton>
      )}
    </Badges>
  );
}

interface BadgesProps {
  /** Keys are positions, because a row that lends its elements to another row lends these too. */
  badges: readonly ReactNode[];
  gap: string;
  isCompact: boolean;
  /** The count, which stays with the last badge. */
  children: ReactNode;
}

function Badges({ badges, gap, isCompact, children }: BadgesProps) {
  return (
    <div className={classes('flex items-center', gap, !isCompact && 'flex-wrap')}>
      {badges.slice(0, -1)}
      <span
        className={classes(
          'flex max-w-full min-w-0 items-center gap-x-1',
          badges.length === 1 && !isCompact && 'flex-wrap',
        )}
      >
        {badges.slice(-1)}
        {children}
      </span>
    </div>
  );
}

function TagSkeleton() {
  return (
    <span className="block h-5 w-16 rounded-badge bg-line">
      <span className="sr-only">Loading...</span>
    </span>
  );
}

interface LocationTagsProps extends Omit<NamedUser, 'roles'> {
  user: UserRow;
  isCompact: boolean;
}

/**
 * Districts and locations. Two share a line if they fit, else the count stays with the second one. A compact row shows two only if
 * both fit into its line.
 */
export function LocationTags(props: LocationTagsProps) {
  const { user, places, hidden_count, hasAllLocations, isCompact } = props;
  if (hasAllLocations) {
    return (
      <div className="flex">
        <LocationTag name="All locations" />
      </div>
    );
  }
  // Those who may see every location need none of their own.
  if (props.isScopeUnknown && user.location_ids.length === 0) return <TagSkeleton />;
  const count = places.length + hidden_count;
  if (count === 0) return <span className="text-ink-faint">No locations</span>;
  const two = places.slice(0, locationBadgesShown);
  const shown = isCompact ? two.slice(0, shownLocations(two, count)) : two;
  const rest = count - shown.length;
  const badges = Array.from(shown.entries(), ([position, place]) => (
    <LocationTag key={position} {...place} />
  ));
  return (
    <Badges badges={badges} gap="gap-x-1 gap-y-0.5" isCompact={isCompact}>
      {rest > 0 && (
        <MoreButton user={user} of="locations" rest={rest}>
          {shown.length > 0 ? `+${rest} more` : `${rest} location(s)`}
        </MoreButton>
      )}
    </Badges>
  );
}

export function FirstRole({ user, roles }: Pick<RoleBadgesProps, 'user' | 'roles'>) {
  if (user.role_ids.length === 0) return <span className="shrink-0 text-ink-faint">No roles</span>;
  const [first] = roles;
  if (!first) return <TagSkeleton />;
  const rest = roles.length - 1;
  return (
    <span className="flex max-w-3/5 shrink-0 items-center gap-1">
      <RoleBadge name={first.name} color={first.color} />
      {rest > 0 && <span className="shrink-0 text-small whitespace-nowrap text-ink-soft">+{rest}</span>}
    </span>
  );
}

export function FirstLocation({ user, ...named }: Omit<LocationTagsProps, 'isCompact'>) {
  const { places, hidden_count, hasAllLocations } = named;
  if (named.isScopeUnknown && user.location_ids.length === 0) return <TagSkeleton />;
  const [first] = places;
  const rest = places.length + hidden_count - (first ? 1 : 0);
  const name = hasAllLocations ? 'All locations' : (first?.name ?? (rest > 0 ? null : 'No locations'));
  return (
    <span className="flex min-w-12 items-center gap-1 text-small text-ink-soft">
      {name && <span className="truncate">{name}</span>}
      {!hasAllLocations && rest > 0 && (
        <span className="shrink-0 whitespace-nowrap">{first ? `+${rest}` : `${rest} location(s)`}</span>
      )}
    </span>
  );
}

interface MoreButtonProps extends More {
  rest: number;
  /** The first of them, where none has space. */
  first?: string | undefined;
  children: ReactNode;
}

function MoreButton({ user, of, rest, first, children }: MoreButtonProps) {
  return (
    <button
      type="button"
      {...more.buttonProps({ user, of })}
      data-tooltip={first && `${first} and ${rest - 1} more`}
      aria-label={`+${rest} more: ${of} of ${displayName(user)}`}
      className="relative shrink-0 rounded-badge px-0.5 text-small whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-petrol hover:underline active:bg-line data-popup-open:text-petrol"
    >
      {children}
    </button>
  );
}
