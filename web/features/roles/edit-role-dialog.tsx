import { useState } from 'react';
import { type RoleInput, roleInput } from '../../../contract/fields/role-input.ts';
import type { CountedRole } from '../../../contract/roles.ts';
import { showToast } from '../../components/toast/toasts.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useFollowRow } from '../../lib/form/follow-row.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { RoleForm, type RoleValues, valuesOf } from './role-form.tsx';
import { roleQuery, updateRole } from './roles.api.ts';

export interface EditRoleDialogProps {
  role: CountedRole;
  /** Why the actor may not change it. */
  locked: string | null;
  maySetFactor: boolean;
  onClose: () => void;
}

export function EditRoleDialog({ role, locked, maySetFactor, onClose }: EditRoleDialogProps) {
  const [seen, setSeen] = useState(role);
  const form = useSchemaForm<RoleValues, RoleInput>(roleInput, valuesOf(role));
  const followed = useFollowRow({ seen, onSeen: setSeen, now: role, form, valuesOf });
  useTypedValues(`edit role ${role.id}`, form);
  const save = useSave({
    mutationFn: ({ requires_second_factor, description, permissions, ...face }: RoleInput, context) => {
      const changes = {
        requires_second_factor,
        ...(!locked && { description, permissions }),
        ...(!locked && !seen.is_builtin && face),
      };
      return updateRole(seen, changes, context);
    },
    onSuccess: (_, { name }) => {
      onClose();
      showToast({ text: `Role ${name} updated` });
    },
  });
  const reload = useReload(roleQuery(role.id), (stored) => {
    setSeen(stored);
    form.reset(valuesOf(stored));
  });
  return (
    <RoleForm
      title={locked && !maySetFactor ? 'Role' : 'Edit Role'}
      submitLabel="Update"
      form={form}
      followed={followed}
      save={save}
      reload={reload}
      isBuiltIn={role.is_builtin}
      locked={locked}
      maySetFactor={maySetFactor}
      onClose={onClose}
    />
  );
}
