import type { CountedRole } from '../../../contract/roles.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useSave } from '../../lib/form/use-save.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { deleteRole, useRolesChanged } from './roles.api.ts';

export interface DeleteRoleDialogProps {
  role: CountedRole;
  onClose: () => void;
}

export function DeleteRoleDialog({ role, onClose }: DeleteRoleDialogProps) {
  const onChanged = useRolesChanged();
  const remove = useSave({
    mutationFn: (_, signal) => deleteRole(role.id, signal),
    onSuccess: async () => {
      onClose();
      await onChanged();
    },
  });
  return (
    <ConfirmDialog
      open
      title="Delete Role"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{role.name}"? This action cannot be undone.</p>
      <p className="mt-2 font-medium text-ink">{consequence(role.user_count)}</p>
    </ConfirmDialog>
  );
}

/** Who does not have access to all locations is not told how many users there are. */
function consequence(users: number | null) {
  if (users === null) return 'Everybody who holds it loses what it allows.';
  if (users === 0) return 'Nobody holds it.';
  const who = users === 1 ? '1 user holds it and loses' : `${formatNumber(users)} users hold it and lose`;
  return `${who} what it allows.`;
}
