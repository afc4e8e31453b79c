import { useQuery, useQueryClient } from '@tanstack/react-query';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { coversQuery } from '../../../parts/covers/covers.api.ts';
import { EndedCovers } from '../../../parts/covers/ended-covers.tsx';
import { setActive } from '../users.api.ts';
import { showStateChange } from './switch-active.ts';

export const deactivationWarning =
  'You are signed out at once, on every device, and only an administrator can activate it again.';

/** Not before the covers that end with it are named. */
export function DeactivateDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const client = useQueryClient();
  const isSelf = useAccess().isSelf(user.id);
  const covers = useQuery(coversQuery({ ended_with: user.id }));
  return (
    <ConfirmDialog
      title={isSelf ? 'Deactivate Yourself' : 'Deactivate User'}
      confirmLabel="Deactivate"
      busyLabel="Deactivating..."
      isRefused={covers.isPending}
      error={covers.error}
      act={(context) => setActive(user.id, false, context)}
      onDone={(change) => {
        onClose();
        if (!isSelf) showStateChange(change, client);
      }}
      onClose={onClose}
    >
      <p>
        {isSelf
          ? `Are you sure you want to deactivate your own account? ${deactivationWarning}`
          : `Are you sure you want to deactivate "${displayName(user)}"? They are signed out at once, on every device. Roles and locations are kept.`}
      </p>
      <EndedCovers userId={user.id} />
    </ConfirmDialog>
  );
}
