import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { allPermissions } from '../../../contract/permissions.ts';
import { type CountedRole, type RoleInput, roleColors, roleInput } from '../../../contract/roles.ts';
import { showIssues, useSchemaForm } from '../../lib/form.ts';
import { RoleForm, type RoleValues } from './role-form.tsx';
import { fetchRole, updateRole, useRolesChanged } from './roles.api.ts';

export interface EditRoleDialogProps {
  role: CountedRole;
  /** Why one may not change it. */
  locked: string | null;
  onClose: () => void;
}

export function EditRoleDialog({ role, locked, onClose }: EditRoleDialogProps) {
  const [seen, setSeen] = useState(role);
  const form = useSchemaForm<RoleValues, RoleInput>(roleInput, valuesOf(role));
  const onChanged = useRolesChanged();
  const save = useMutation({
    mutationFn: ({ description, permissions, ...face }: RoleInput) =>
      updateRole(seen.id, seen.updated_at, { description, permissions, ...(!seen.is_builtin && face) }),
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
      title={locked ? 'Role' : 'Edit Role'}
      submit="Update"
      form={form}
      onSave={save.mutate}
      onClose={onClose}
      busy={save.isPending}
      error={reload.error ?? save.error}
      onReload={() => reload.mutate()}
      reloading={reload.isPending}
      isBuiltIn={role.is_builtin}
      locked={locked}
    />
  );
}

function valuesOf({ name, description, color, permissions }: CountedRole): RoleValues {
  return {
    name,
    description,
    color: roleColors.find((known) => known === color) ?? null,
    permissions: allPermissions.filter((permission) => permissions.includes(permission)),
  };
}
