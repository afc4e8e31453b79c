import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { WaitingDialog } from '../../components/dialog/waiting-dialog.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { nameOf, useUserRow } from './use-user-row.ts';
import { deleteUser } from './users.api.ts';

export interface DeleteUserDialogProps {
  id: string;
  onClose: () => void;
}

export function DeleteUserDialog({ id, onClose }: DeleteUserDialogProps) {
  const { user, error, retry } = useUserRow(id);
  const remove = useSave({ mutationFn: (_, signal) => deleteUser(id, signal), onSuccess: onClose });
  const { isSelf } = useAccess();
  if (!user) {
    return (
      <WaitingDialog
        title="Delete User"
        label="Loading users..."
        error={error}
        onRetry={retry}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      title="Delete User"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{nameOf(user)}"? This action cannot be undone.</p>
      {isSelf(id) && (
        <p className="mt-2 font-medium text-ink">
          This is your own account: you are signed out at once, and you lose all access for good.
        </p>
      )}
    </ConfirmDialog>
  );
}
