import { useQuery } from '@tanstack/react-query';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { QueryDialog } from '../../components/dialog/query-dialog.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { deleteUser, userRowQuery } from './users.api.ts';

export interface DeleteUserDialogProps {
  id: string;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteUserDialog({ id, ...dialog }: DeleteUserDialogProps) {
  const query = useQuery(userRowQuery(id));
  return (
    <QueryDialog query={query} title="Delete User" loading="Loading users..." onClose={dialog.onClose}>
      {(user) => <Question user={user} {...dialog} />}
    </QueryDialog>
  );
}

interface QuestionProps extends Omit<DeleteUserDialogProps, 'id'> {
  user: UserRow;
}

function Question({ user, onClose, onDeleted }: QuestionProps) {
  const { isSelf } = useAccess();
  const losses = describeLosses(user);
  const remove = useSave({
    mutationFn: (_, context) => deleteUser(user.id, context),
    onSuccess: () => {
      onDeleted();
      showToast({ about: user.id, text: `${displayName(user)} deleted` });
    },
  });
  return (
    <ConfirmDialog title="Delete User" save={remove} onConfirm={() => remove.mutate()} onClose={onClose}>
      <p>Are you sure you want to delete "{displayName(user)}"? This action cannot be undone.</p>
      {losses && <p className="mt-2 font-medium text-ink">{losses}</p>}
      {isSelf(user.id) && (
        <p className="mt-2 font-medium text-ink">
          This is your own account: you are signed out at once, and you lose all access for good.
        </p>
      )}
    </ConfirmDialog>
  );
}

function describeLosses({ role_ids, location_ids, last_sign_in_at }: UserRow) {
  const [roles, locations] = [role_ids.length, location_ids.length];
  const grants = [
    roles > 0 && countOf(roles, 'role'),
    locations > 0 && countOf(locations, 'location'),
  ].filter(Boolean);
  const losses = [
    grants.length > 0 && `revokes ${grants.join(' and ')}`,
    last_sign_in_at && 'signs the user out everywhere',
  ].filter(Boolean);
  return losses.length > 0 && `This ${losses.join(', and ')}.`;
}
