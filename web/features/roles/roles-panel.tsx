import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconPlus } from '../../components/icons/icons.ts';
import { usePageDialog } from '../../lib/url/page-url.ts';
import { AddRoleDialog } from './add-role-dialog.tsx';
import { DeleteRoleDialog } from './delete-role-dialog.tsx';
import { EditRoleDialog } from './edit-role-dialog.tsx';
import { RoleRow } from './role-row.tsx';
import { rolesQuery } from './roles.api.ts';
import { useRoleActs } from './use-role-acts.ts';

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
