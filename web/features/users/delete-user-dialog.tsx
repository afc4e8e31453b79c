import { useQuery } from '@tanstack/react-query';
import type { UserRow } from '../../../contract/users.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { QueryDialog } from '../../components/dialog/query-dialog.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { nameOf } from '../../lib/format/user-name.ts';
import { deleteUser, userRowQuery } from './users.api.ts';

export interface DeleteUserDialogProps {
  id: string;
  onClose: () => void;
}

export function DeleteUserDialog({ id, onClose }: DeleteUserDialogProps) {
  const query = useQuery(userRowQuery(id));
  return (
    <QueryDialog query={query} title="Delete User" loading="Loading users..." onClose={onClose}>
      {(user) => <Question user={user} onClose={onClose} />}
    </QueryDialog>
  );
}

function Question({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { isSelf } = useAccess();
  const remove = useSave({
    mutationFn: (_, context) => deleteUser(user.id, context),
    onSuccess: () => {
      onClose();
      showToast({ about: user.id, text: `${nameOf(user)} deleted` });
    },
  });
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
      {isSelf(user.id) && (
        <p className="mt-2 font-medium text-ink">
          This is your own account: you are signed out at once, and you lose all access for good.
        </p>
      )}
    </ConfirmDialog>
  );
}
