import { noAccessMessage } from '../../../contract/http/errors.ts';
import type { OwnProfile } from '../../../contract/profile.ts';
import { LocationTag } from '../../components/display/location-tag.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { RoleBadge } from '../../components/display/role-badge.tsx';
import { hasPermission } from '../../lib/account/access.ts';

export function AccessPanel({ profile }: { profile: OwnProfile }) {
  const { roles, locations } = profile;
  return (
    <Panel isSection title="Roles and locations" description="Set by your administrator.">
      {roles.length === 0 ? (
        <p>{noAccessMessage}</p>
      ) : (
        <dl className="space-y-3">
          <div>
            <dt className="mb-1 text-small text-ink-soft">Roles</dt>
            <dd className="flex flex-wrap gap-1.5">
              {roles.map((role) => (
                <RoleBadge key={role.id} name={role.name} color={role.color} />
              ))}
            </dd>
          </div>
          <div>
            <dt className="mb-1 text-small text-ink-soft">Locations</dt>
            <dd className="flex max-h-60 flex-wrap gap-1.5 overflow-y-auto">
              {hasPermission(profile, 'locations.all') && <span>All locations</span>}
              {locations.map((location) => (
                <LocationTag key={location.id} name={location.name} />
              ))}
              {locations.length === 0 && !hasPermission(profile, 'locations.all') && 'No locations'}
            </dd>
          </div>
        </dl>
      )}
    </Panel>
  );
}
