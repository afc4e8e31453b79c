import { Link } from '@tanstack/react-router';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { IconMap2 } from '../../../components/icons/icons.ts';
import { Popover } from '../../../components/overlay/popover.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import type { OpenPopup } from '../../../lib/browser/popup.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import type { NamedUser, Place } from '../use-named-users.ts';
import type { More } from './user-badges.tsx';

export interface MorePopoverProps {
  popup: OpenPopup<More>;
  named: (user: UserRow) => NamedUser;
}

export function MorePopover({ popup, named }: MorePopoverProps) {
  const { user, of } = popup.payload;
  const { roles, places, hidden_count } = named(user);
  return (
    <Popover title={`${of === 'roles' ? 'Roles' : 'Locations'} of ${displayName(user)}`} popup={popup}>
      <ul className="mt-2 flex max-h-72 min-w-44 flex-col gap-1 overflow-y-auto">
        {of === 'roles'
          ? roles.map(({ id, name, color }) => (
              <li key={id}>
                <RoleBadge name={name} color={color} />
              </li>
            ))
          : places.map((place) => (
              <li key={place.id}>
                <PlaceLink {...place} />
              </li>
            ))}
      </ul>
      {of === 'locations' && hidden_count > 0 && (
        <p className="mt-2 text-small text-ink-soft">
          Names of {formatNumber(hidden_count)} more are loading.
        </p>
      )}
    </Popover>
  );
}

function PlaceLink({ id, name, isDistrict }: Place) {
  const { hasPermission } = useAccess();
  if (!hasPermission(isDistrict ? 'districts.read' : 'locations.read')) return name;
  return (
    <Link
      to={isDistrict ? '/districts/$id' : '/locations/$id'}
      params={{ id }}
      className={buttonClasses('link')}
    >
      {isDistrict && <IconMap2 size={16} role="img" aria-label="District" />}
      {name}
    </Link>
  );
}
