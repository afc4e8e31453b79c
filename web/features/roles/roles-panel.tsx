import { useQuery } from '@tanstack/react-query';
import { adminRole, allPermissions } from '../../../contract/access/permissions.ts';
import { type CountedRole, type Role, rolesNeedAllLocationsMessage } from '../../../contract/roles.ts';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconEye, IconPencil, IconPlus, IconTrash } from '../../components/icons/icons.ts';
import { useAccess } from '../../lib/account/access.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { usePageDialog } from '../../lib/url/page-url.ts';
import { RoleBadge } from '../../parts/badges/role-badge.tsx';
import { AddRoleDialog, DeleteRoleDialog, EditRoleDialog } from './role-dialogs.tsx';
import { rolesQuery, useMayGrant } from './roles.api.ts';

export function RolesPanel() {
  const query = useQuery(rolesQuery);
  const { dialog, id, openDialog, closeDialog } = usePageDialog('/guarded/settings');
  const { mayAdd, refusal, lockOf, maySetFactor, mayDelete } = useRoleActs();
  const opened = query.data?.find((role) => role.id === id);

  return (
    <Panel
      isFlush
      isTitleHidden
      title="Roles"
      description={`What users can do. A user with several roles has all their permissions.${refusal ? ` ${refusal}` : ''}`}
      actions={
        (mayAdd || refusal) && (
          <Button
            icon={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => openDialog('add')}
            disabled={!mayAdd}
            title={refusal ?? undefined}
          >
            Add Role
          </Button>
        )
      }
    >
      <QueryView query={query} loading="Loading roles...">
        {(roles) => (
          <ul aria-label="Roles">
            {roles.map((role) => (
              <RoleRow
                key={role.id}
                role={role}
                isLocked={lockOf(role) !== null && !maySetFactor(role)}
                mayDelete={mayDelete(role)}
                onOpen={() => openDialog('edit', role.id)}
                onDelete={() => openDialog('delete', role.id)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {dialog === 'add' && mayAdd && <AddRoleDialog onClose={closeDialog} />}
      {dialog === 'edit' && opened && (
        <EditRoleDialog
          key={opened.id}
          role={opened}
          locked={lockOf(opened)}
          maySetFactor={maySetFactor(opened)}
          onClose={closeDialog}
        />
      )}
      {dialog === 'delete' && opened && mayDelete(opened) && (
        <DeleteRoleDialog role={opened} onClose={closeDialog} />
      )}
    </Panel>
  );
}

interface RoleRowProps {
  role: CountedRole;
  isLocked: boolean;
  mayDelete: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

function RoleRow({ role, isLocked, mayDelete, onOpen, onDelete }: RoleRowProps) {
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

function useRoleActs() {
  const { hasPermission, mayAct } = useAccess();
  const mayGrant = useMayGrant();
  const hasManage = hasPermission('roles.manage');
  const mayManage = mayAct('manageRoles');
  const refusal = hasManage && !mayManage ? rolesNeedAllLocationsMessage : null;

  function lockOf(role: Role): string | null {
    if (!mayManage) return refusal ?? 'You may see roles, but not change them.';
    if (role.name === adminRole)
      return 'The role admin always allows everything. You can change only whether it requires a second factor.';
    return mayGrant(role) ? null : 'This role allows more than your own roles do, so you cannot change it.';
  }

  return {
    mayAdd: mayManage,
    refusal,
    lockOf,
    /** Of the role admin, only the required second factor can change. */
    maySetFactor: (role: Role) => mayManage && mayGrant(role),
    mayDelete: (role: Role) => !role.is_builtin && lockOf(role) === null,
  };
}
