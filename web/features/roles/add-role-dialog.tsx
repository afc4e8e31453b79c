import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type RoleInput, roleInput } from '../../../contract/roles.ts';
import { settled, showIssues, useSchemaForm } from '../../lib/form.ts';
import { newId } from '../../lib/new-id.ts';
import { RoleForm, type RoleValues } from './role-form.tsx';
import { createRole, useRolesChanged } from './roles.api.ts';

const empty: RoleValues = {
  name: '',
  description: '',
  color: 'clay',
  permissions: [],
  requires_second_factor: false,
};

export function AddRoleDialog({ onClose }: { onClose: () => void }) {
  const [id] = useState(newId);
  const form = useSchemaForm<RoleValues, RoleInput>(roleInput, empty);
  const onChanged = useRolesChanged();
  const save = useMutation({
    mutationFn: (input: RoleInput) => createRole(id, input),
    onSuccess: async () => {
      await onChanged();
      onClose();
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <RoleForm
      title="Add New Role"
      submit="Create"
      form={form}
      onSave={(input) => settled(save.mutateAsync(input))}
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
    />
  );
}
