import type { ReactNode } from 'react';
import { locationBadgesShown } from '../../../contract/limits.ts';
import type { RoleRef } from '../../../contract/roles.ts';
import { LocationTag } from '../../components/display/location-tag.tsx';
import { RoleBadge } from '../../components/display/role-badge.tsx';
import type { NamedUser } from './use-names.ts';

/** All roles where they fit two lines, else the first two and how many more. */
export function RoleBadges({ roles }: { roles: readonly RoleRef[] }) {
  if (roles.length === 0) return <span className="text-ink-faint">No roles</span>;
  const letters = roles.reduce((sum, role) => sum + role.name.length, 0);
  const shown = roles.length > 3 || letters > 24 ? 2 : 3;
  return (
    <Badges
      names={roles.map((role) => role.name)}
      badges={roles
        .slice(0, shown)
        .map(({ id, name, color }) => <RoleBadge key={id} name={name} color={color} />)}
      more={roles.length > shown ? `+${roles.length - shown} more` : null}
    />
  );
}

/** The first two locations, then how many more. */
export function LocationTags({ locations, hidden_count }: Omit<NamedUser, 'roles'>) {
  const count = locations.length + hidden_count;
  if (count === 0) return <span className="text-ink-faint">No locations</span>;
  const shown = locations.slice(0, locationBadgesShown);
  const more = count - shown.length;
  return (
    <Badges
      names={locations.map((location) => location.name)}
      badges={shown.map(({ id, name }) => <LocationTag key={id} name={name} />)}
      more={more > 0 ? (shown.length > 0 ? `+${more} more` : `${more} location(s)`) : null}
    />
  );
}

interface BadgesProps {
  /** All of them, for the tooltip. */
  names: string[];
  badges: ReactNode[];
  more: string | null;
}

/** One line where it fits, else two; the count stays with the last badge. */
function Badges({ names, badges, more }: BadgesProps) {
  return (
    <div className="flex max-h-13 flex-wrap items-center gap-1 overflow-hidden">
      {badges.slice(0, -1)}
      <span className="flex max-w-full items-center gap-1.5 *:min-w-0">
        {badges.at(-1)}
        {more && (
          <span title={names.join(', ')} className="shrink-0 text-small whitespace-nowrap text-ink-soft">
            {more}
          </span>
        )}
      </span>
    </div>
  );
}
