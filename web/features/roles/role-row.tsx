import { allPermissions } from '../../../contract/access/permissions.ts';
import type { CountedRole } from '../../../contract/roles.ts';
import { IconButton } from '../../components/button/icon-button.tsx';
import { IconEye, IconPencil, IconTrash } from '../../components/icons/icons.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { RoleBadge } from '../../parts/badges/role-badge.tsx';

export interface RoleRowProps {
  role: CountedRole;
  isLocked: boolean;
  mayDelete: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

export function RoleRow({ role, isLocked, mayDelete, onOpen, onDelete }: RoleRowProps) {
  return (
    <li
      data-row={role.id}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line px-6 py-3 last:border-b-0 max-md:px-4 md:min-h-12 md:py-1 md:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_9rem_8rem_5.5rem]"
    >
      <div className="flex min-w-0 items-center gap-2">
        <RoleBadge name={role.name} color={role.color} />
        {role.is_builtin && <span className="text-small whitespace-nowrap text-ink-soft">Built-in</span>}
      </div>
      <p className="min-w-0 text-ink-soft max-md:order-1 max-md:col-span-2">{role.description}</p>
      <p className="text-small text-ink-soft max-md:order-2 max-md:col-span-2">
        {allowed(role.permissions.length)}
        {role.requires_second_factor && ', second factor'}
        {role.user_count !== null && <span className="md:hidden"> · {countOf(role.user_count, 'user')}</span>}
      </p>
      <p className="text-right text-small text-ink-soft max-md:hidden">
        {role.user_count !== null && countOf(role.user_count, 'user')}
      </p>
      <div className="flex justify-end max-md:-my-1 max-md:-mr-2">
        <IconButton
          label={`${isLocked ? 'View' : 'Edit'} ${role.name}`}
          icon={
            isLocked ? <IconEye size={18} aria-hidden="true" /> : <IconPencil size={18} aria-hidden="true" />
          }
          onClick={onOpen}
        />
        {mayDelete && (
          <IconButton
            label={`Delete ${role.name}`}
            tone="danger"
            icon={<IconTrash size={18} aria-hidden="true" />}
            onClick={onDelete}
          />
        )}
      </div>
    </li>
  );
}

function allowed(count: number) {
  if (count === 0) return 'No permissions';
  if (count === allPermissions.length) return 'All permissions';
  return countOf(count, 'permission');
}
