import { useMutation } from '@tanstack/react-query';
import { lostByRoles } from '../../../../contract/own-access.ts';
import type { Role } from '../../../../contract/roles.ts';
import { RoleBadge } from '../../../components/display/role-badge.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { SaveFailure } from '../../../components/feedback/save-failure.tsx';
import { Picker } from '../../../components/form/picker.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { useMayGrant, useRoles } from '../../roles/roles.api.ts';
import { fetchUserRoles, replaceUserRoles, useUserRoles } from '../users.api.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { OwnLoss } from './own-loss.tsx';
import { RoleOption } from './role-option.tsx';
import { useAssignment } from './use-assignment.ts';

export interface AssignRolesDialogProps {
  id: string;
  onClose: () => void;
}

/** Replaces a user's roles. Only roles whose permissions one holds oneself may come or go. */
export function AssignRolesDialog({ id, onClose }: AssignRolesDialogProps) {
  const roles = useRoles();
  const mayGrant = useMayGrant();
  const assigned = useUserRoles(id);
  const { start, selected, isChanged, toggle, restart } = useAssignment(assigned.data);
  const save = useSave({
    mutationFn: (seen: string, signal) => replaceUserRoles(id, seen, [...selected], signal),
    onSuccess: onClose,
  });
  const reload = useMutation({
    mutationFn: () => fetchUserRoles(id),
    onSuccess: (stored) => {
      restart(stored);
      save.reset();
    },
  });
  const failure = reload.error ?? save.error;
  const isLoaded = start !== undefined && roles.data !== undefined;
  const { isSelf, keepsOwnAccess } = useAccess();
  const lost = isLoaded && isSelf(id) ? lostBy(roles.data, start.ids, selected) : null;
  const isRefused = lost !== null && keepsOwnAccess(id);

  function retry() {
    if (assigned.isError) void assigned.refetch();
    if (roles.isError) void roles.refetch();
  }

  return (
    <AssignDialog
      title="Assign Roles"
      userId={id}
      loading={!isLoaded}
      isRefused={isRefused}
      saving={save.isPending}
      error={
        failure && (
          <SaveFailure error={failure} onReload={() => reload.mutate()} reloading={reload.isPending} />
        )
      }
      isChanged={isChanged}
      onSave={() => start && save.mutate(start.updated_at)}
      onClose={onClose}
    >
      <p className="mb-3">Select the roles for this user. Multiple roles can be assigned:</p>
      {!isLoaded && (assigned.isError || roles.isError) && (
        <ErrorState message="Failed to load roles" onRetry={retry} className="py-8" />
      )}
      {!isLoaded && !assigned.isError && !roles.isError && (
        <Loading label="Loading roles..." className="py-10" />
      )}
      {isLoaded && roles.data.length === 0 && (
        <p className="py-8 text-center text-ink-soft">No roles available</p>
      )}
      {isLoaded && roles.data.length > 0 && (
        <>
          <Picker>
            <fieldset aria-label="Roles" className="max-h-96 min-w-0 space-y-1.5 overflow-y-auto p-0.5">
              {roles.data.map((role) => (
                <RoleOption
                  key={role.id}
                  role={role}
                  checked={selected.has(role.id)}
                  onToggle={() => toggle(role.id)}
                  mayGrant={mayGrant(role)}
                />
              ))}
            </fieldset>
          </Picker>
          <div role="status" className="mt-3 flex flex-wrap items-center gap-1.5">
            <span className="mr-1 font-medium">{selected.size} role(s) selected</span>
            {roles.data
              .filter((role) => selected.has(role.id))
              .map((role) => (
                <RoleBadge key={role.id} name={role.name} color={role.color} />
              ))}
          </div>
          <OwnLoss lost={lost} isRefused={isRefused} />
        </>
      )}
    </AssignDialog>
  );
}

function lostBy(roles: readonly Role[], before: readonly string[], selected: ReadonlySet<string>) {
  const removed = roles.filter(({ id }) => before.includes(id) && !selected.has(id));
  const chosen = roles.filter(({ id }) => selected.has(id));
  return lostByRoles(removed, chosen);
}
