import { Button } from '../../components/button/button.tsx';
import { Card } from '../../components/display/card.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { IconPlus } from '../../components/icons/icons.ts';
import { useSettingsSearch } from '../../lib/list/settings-search.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { AddRoleDialog } from './add-role-dialog.tsx';
import { DeleteRoleDialog } from './delete-role-dialog.tsx';
import { EditRoleDialog } from './edit-role-dialog.tsx';
import { RoleRow } from './role-row.tsx';
import { useRoles } from './roles.api.ts';
import { useRoleRights } from './use-role-rights.ts';

/** All roles: what they are for, what they allow and how many users hold them. */
export function RolesPanel() {
  const { data, error, refetch, isFetching } = useRoles();
  const { search, openDialog, closeDialog } = useSettingsSearch();
  const { mayAdd, refusal, lockOf, maySetFactor, mayDelete } = useRoleRights();
  const opened = data?.find((role) => role.id === search.id);

  return (
    <Card aria-label="Roles">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-6 py-4 max-md:px-4">
        <div className="min-w-0">
          <h2 className="font-sign text-subheading font-semibold">Roles</h2>
          <p className="text-ink-soft">
            What users may do. Somebody with several roles may do all of it.{refusal && ` ${refusal}`}
          </p>
        </div>
        {(mayAdd || refusal) && (
          <Button
            icon={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => openDialog('add')}
            disabled={!mayAdd}
            title={refusal ?? undefined}
          >
            Add Role
          </Button>
        )}
      </header>
      {data && (
        <ul aria-label="Roles">
          {data.map((role) => (
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
      {!data && error && (
        <ErrorState
          message={messageOf(error, 'Failed to fetch roles')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <Loading label="Loading roles..." />}
      {search.dialog === 'add' && mayAdd && <AddRoleDialog onClose={closeDialog} />}
      {search.dialog === 'edit' && opened && (
        <EditRoleDialog
          key={opened.id}
          role={opened}
          locked={lockOf(opened)}
          maySetFactor={maySetFactor(opened)}
          onClose={closeDialog}
        />
      )}
      {search.dialog === 'delete' && opened && mayDelete(opened) && (
        <DeleteRoleDialog role={opened} onClose={closeDialog} />
      )}
    </Card>
  );
}
