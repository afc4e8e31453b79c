import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { setActive } from '../users.api.ts';

export const deactivationWarning =
  'You are signed out at once, on every device, and only an administrator can activate it again.';

export function DeactivateSelfDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const deactivate = useSave({
    mutationFn: (id: string, context) => setActive(id, false, context),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title="Deactivate Yourself"
      confirmLabel="Deactivate"
      busyLabel="Deactivating..."
      save={deactivate}
      onConfirm={() => user && deactivate.mutate(user.id)}
      onClose={onClose}
    >
      Are you sure you want to deactivate your own account? {deactivationWarning}
    </ConfirmDialog>
  );
}
