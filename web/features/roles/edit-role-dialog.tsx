import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { allPermissions } from '../../../contract/permissions.ts';
import { type CountedRole, type RoleInput, roleColors, roleInput } from '../../../contract/roles.ts';
import { settled, showIssues, useSchemaForm } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { RoleForm, type RoleValues } from './role-form.tsx';
import { fetchRole, updateRole, useRolesChanged } from './roles.api.ts';

export interface EditRoleDialogProps {
  role: CountedRole;
  /** Why one may not change it. */
  locked: string | null;
  maySetFactor: boolean;
  onClose: () => void;
}

export function EditRoleDialog({ role, locked, maySetFactor, onClose }: EditRoleDialogProps) {
  const [seen, setSeen] = useState(role);
  const form = useSchemaForm<RoleValues, RoleInput>(roleInput, valuesOf(role));
  const onChanged = useRolesChanged();
  const save = useSave({
    mutationFn: ({ requires_second_factor, description, permissions, ...face }: RoleInput, signal) => {
      const changes = {
        requires_second_factor,
        ...(!locked && { description, permissions }),
        ...(!locked && !seen.is_builtin && face),
      };
      return updateRole(seen.id, seen.updated_at, changes, signal);
    },
    onSuccess: async () => {
      await onChanged();
      onClose();
    },
    onError: (error) => showIssues(form, error),
  });
  const reload = useMutation({
    mutationFn: () => fetchRole(seen.id),
    onSuccess: (stored) => {
      form.reset(valuesOf(stored));
      setSeen(stored);
      save.reset();
    },
  });
  return (
    <RoleForm
      title={locked && !maySetFactor ? 'Role' : 'Edit Role'}
      submit="Update"
      form={form}
      onSave={(input) => settled(save.mutateAsync(input))}
      onClose={onClose}
      busy={save.isPending}
      error={reload.error ?? save.error}
      onReload={() => reload.mutate()}
      reloading={reload.isPending}
      isBuiltIn={role.is_builtin}
      locked={locked}
      maySetFactor={maySetFactor}
    />
  );
}

function valuesOf({
  name,
  description,
  color,
  permissions,
  requires_second_factor,
}: CountedRole): RoleValues {
  return {
    name,
    description,
    color: roleColors.find((known) => known === color) ?? null,
    permissions: allPermissions.filter((permission) => permissions.includes(permission)),
    requires_second_factor,
  };
}
