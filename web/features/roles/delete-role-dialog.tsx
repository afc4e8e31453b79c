import type { CountedRole } from '../../../contract/roles.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { deleteRole } from './roles.api.ts';

export function DeleteRoleDialog({ role, onClose }: { role: CountedRole; onClose: () => void }) {
  const remove = useSave({
    mutationFn: (_, context) => deleteRole(role.id, context),
    onSuccess: () => {
      onClose();
      showToast({ text: `Role ${role.name} deleted` });
    },
  });
  return (
    <ConfirmDialog title="Delete Role" save={remove} onConfirm={() => remove.mutate()} onClose={onClose}>
      <p>Are you sure you want to delete "{role.name}"? This action cannot be undone.</p>
      <p className="mt-2 font-medium text-ink">{describeLoss(role.user_count)}</p>
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
