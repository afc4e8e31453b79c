import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type RoleInput, roleInput } from '../../../contract/fields/role-input.ts';
import type { CountedRole } from '../../../contract/roles.ts';
import { buttonClasses } from '../../components/button/button.tsx';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useFollowRow } from '../../lib/form/follow-row.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { emptyRole, RoleForm, type RoleValues, valuesOf } from './role-form.tsx';
import { createRole, deleteRole, roleQuery, updateRole } from './roles.api.ts';

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

interface EditRoleDialogProps {
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

export function DeleteRoleDialog({ role, onClose }: { role: CountedRole; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Delete Role"
      act={(context) => deleteRole(role.id, context)}
      done={{ text: `Role ${role.name} deleted` }}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{role.name}"? This action cannot be undone.</p>
      <p className="mt-2 font-medium text-ink">{describeLoss(role.user_count)}</p>
      {Boolean(role.service_count) && (
        <p className="mt-2">
          It owns {countOf(role.service_count ?? 0, 'service account')}: tokens are refused at once. Give
          another role first, in{' '}
          <Link to="/settings" search={{ tab: 'service-accounts' }} className={buttonClasses('link')}>
            Service accounts
          </Link>
          .
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Actors without access to all locations get no count: it would include users outside their scope. */
function describeLoss(users: number | null) {
  if (users === null) return 'All users who have it lose its permissions.';
  if (users === 0) return 'Nobody has it.';
  const who = users === 1 ? '1 user has it and loses' : `${formatNumber(users)} users have it and lose`;
  return `${who} its permissions.`;
}
