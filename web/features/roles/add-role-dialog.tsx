import { type RoleInput, roleInput } from '../../../contract/fields/role-input.ts';
import { showToast } from '../../components/toast/toasts.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { emptyRole, RoleForm, type RoleValues } from './role-form.tsx';
import { createRole } from './roles.api.ts';

export function AddRoleDialog({ onClose }: { onClose: () => void }) {
  const idOf = useCreateId();
  const form = useSchemaForm<RoleValues, RoleInput>(roleInput, emptyRole);
  const save = useSave({
    mutationFn: (input: RoleInput, context) => createRole(idOf(input), input, context),
    onSuccess: (_, { name }) => {
      onClose();
      showToast({ text: `Role ${name} added` });
    },
  });
  return <RoleForm title="Add New Role" submitLabel="Create" form={form} save={save} onClose={onClose} />;
}
