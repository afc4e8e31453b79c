import type { AccessListUser } from '../../../../contract/location-access.ts';
import { Button } from '../../../components/button/button.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { RoleBadge } from '../../../components/display/role-badge.tsx';
import { formatDate } from '../../../lib/format/format-date.ts';
import { nameOf } from '../../../lib/format/user-name.ts';
import { blockerTexts, describeReasons } from './access-texts.ts';

/** User, why, roles, last sign-in, button; the column heads use the same columns. */
export const userColumns =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-6 max-md:px-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,3fr)_11.5rem_5.5rem]';

const rolesShown = 2;

export interface UserRowProps {
  user: AccessListUser;
  mayManage: boolean;
  onRemove: () => void;
}

export function UserRow({ user, mayManage, onRemove }: UserRowProps) {
  return (
    <li className={`${userColumns} min-h-15 gap-y-1.5 py-2.5 hover:bg-row-hover`}>
      <div>
        <ClippedText className={user.full_name ? 'font-semibold' : 'text-ink-faint'}>
          {user.full_name ?? 'No name'}
        </ClippedText>
        <ClippedText className="text-small text-ink-soft">{user.email}</ClippedText>
      </div>
      <ul className="text-small max-lg:col-span-2 max-lg:row-start-2">
        {describeReasons(user).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {user.blockers.map((blocker) => (
          <li key={blocker} className={blocker === 'deactivated' ? 'text-off' : 'text-amber-ink'}>
            {blockerTexts[blocker]}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-1 max-lg:col-span-2 max-lg:row-start-3">
        {user.roles.slice(0, rolesShown).map((role) => (
          <RoleBadge key={role.id} name={role.name} color={role.color} />
        ))}
        {user.roles.length > rolesShown && (
          <span
            title={user.roles.map((role) => role.name).join(', ')}
            className="py-0.5 text-small text-ink-soft"
          >{`+${user.roles.length - rolesShown} more`}</span>
        )}
        {user.roles.length === 0 && <span className="text-ink-faint">No roles</span>}
      </div>
      <p className="text-small text-ink-soft max-lg:col-span-2 max-lg:row-start-4">
        <span className="lg:sr-only">Last sign-in: </span>
        {user.last_sign_in_at ? formatDate(user.last_sign_in_at) : 'Never'}
      </p>
      <div className="flex justify-end max-lg:col-start-2 max-lg:row-start-1">
        {user.assigned && (
          <Button
            variant="secondary"
            aria-label={`Remove ${nameOf(user)}`}
            disabled={!mayManage}
            title={mayManage ? undefined : 'You may not change the locations of this user'}
            className="px-3!"
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
    </li>
  );
}
