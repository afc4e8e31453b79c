import { useQueryClient } from '@tanstack/react-query';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { showStateChange } from '../../../features/users/account/switch-active.ts';
import { setActive } from '../../../features/users/users.api.ts';

/** Lists deactivate at once and offer Undo. Behind the box nobody sees the row, so it asks. */
export function DeactivateUserDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title="Deactivate User"
      confirmLabel="Deactivate"
      busyLabel="Deactivating..."
      act={(context) => setActive(user.id, false, context)}
      onDone={(change) => {
        onClose();
        showStateChange(change, client);
      }}
      onClose={onClose}
    >
      Are you sure you want to deactivate "{displayName(user)}"? They are signed out at once, on every device.
      Roles and locations are kept.
    </ConfirmDialog>
  );
}
