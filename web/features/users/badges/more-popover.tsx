import { Link } from '@tanstack/react-router';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { Popover } from '../../../components/overlay/popover.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import type { OpenPopup } from '../../../lib/browser/popup.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import type { NamedUser } from '../use-named-users.ts';
import type { More } from './user-badges.tsx';

export interface MorePopoverProps {
  popup: OpenPopup<More>;
  named: (user: UserRow) => NamedUser;
}

export function MorePopover({ popup, named }: MorePopoverProps) {
  const { user, of } = popup.payload;
  const { hasPermission } = useAccess();
  const { roles, locations, hidden_count } = named(user);
  return (
    <Popover title={`${of === 'roles' ? 'Roles' : 'Locations'} of ${displayName(user)}`} popup={popup}>
      <ul className="mt-2 flex max-h-72 min-w-44 flex-col gap-1 overflow-y-auto">
        {of === 'roles'
          ? roles.map(({ id, name, color }) => (
              <li key={id}>
                <RoleBadge name={name} color={color} />
              </li>
            ))
          : locations.map(({ id, name }) => (
              <li key={id}>
                {hasPermission('locations.read') ? (
                  <Link to="/locations/$id" params={{ id }} className={buttonClasses('link')}>
                    {name}
                  </Link>
                ) : (
                  name
                )}
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
