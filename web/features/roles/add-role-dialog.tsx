import { type RoleInput, roleInput } from '../../../contract/roles.ts';
import { settled, showIssues, useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
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
  const idOf = useCreateId();
  const form = useSchemaForm<RoleValues, RoleInput>(roleInput, empty);
  const onChanged = useRolesChanged();
  const save = useSave({
    mutationFn: (input: RoleInput, signal) => createRole(idOf(input), input, signal),
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
