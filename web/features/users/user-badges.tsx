import { locationBadgesShown } from '../../../contract/limits.ts';
import type { RoleRef } from '../../../contract/roles.ts';
import { LocationTag } from '../../components/location-tag.tsx';
import { RoleBadge } from '../../components/role-badge.tsx';
import type { NamedUser } from './use-names.ts';

/** Two lines of badges fit a row; the tooltip has every name. */
export function RoleBadges({ roles }: { roles: readonly RoleRef[] }) {
  if (roles.length === 0) return <span className="text-ink-faint">No roles</span>;
  return (
    <div
      title={roles.map((role) => role.name).join(', ')}
      className="flex max-h-13 flex-wrap gap-1 overflow-hidden *:min-w-0"
    >
      {roles.map((role) => (
        <RoleBadge key={role.id} name={role.name} color={role.color} />
      ))}
    </div>
  );
}

/** The first two stores, then how many more, with their names in the tooltip. */
export function LocationTags({ locations, unnamed }: Omit<NamedUser, 'roles'>) {
  const shown = locations.slice(0, locationBadgesShown);
  const rest = locations.slice(locationBadgesShown);
  const more = rest.length + unnamed;
  if (shown.length === 0 && unnamed === 0) return <span className="text-ink-faint">No locations</span>;
  return (
    <div className="flex items-center gap-1.5">
      {shown.map(({ id, name }) => (
        <span key={id} className="flex min-w-0">
          <LocationTag name={name} />
        </span>
      ))}
      {more > 0 && (
        <span
          title={rest.map((location) => location.name).join(', ')}
          className="shrink-0 text-small whitespace-nowrap text-ink-soft"
        >
          {shown.length > 0 ? `+${more} more` : `${more} location(s)`}
        </span>
      )}
    </div>
  );
}
