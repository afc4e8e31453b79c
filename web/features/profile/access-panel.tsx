import type { ReactNode } from 'react';
import { noAccessMessage } from '../../../contract/http/errors.ts';
import type { OwnProfile } from '../../../contract/profile.ts';
import { Panel } from '../../components/display/panel.tsx';
import { hasPermission } from '../../lib/account/access.ts';
import { LocationTag } from '../../parts/badges/location-tag.tsx';
import { RoleBadge } from '../../parts/badges/role-badge.tsx';

/** `why` says what each role allows, and who granted what. */
export function AccessPanel({ profile, why }: { profile: OwnProfile; why: ReactNode }) {
  const { roles, locations } = profile;
  return (
    <Panel isSection id="access" title="Roles and locations" description="Set by your administrator.">
      {roles.length === 0 ? (
        <p>{noAccessMessage}</p>
      ) : (
        <dl className="flex flex-col gap-3">
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
          <div>
            <dt className="mb-1 text-small text-ink-soft">What you can see and do, and why</dt>
            <dd>{why}</dd>
          </div>
        </dl>
      )}
    </Panel>
  );
}
