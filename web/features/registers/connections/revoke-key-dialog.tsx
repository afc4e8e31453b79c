import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { revokeRegister } from '../registers.api.ts';
import type { RegisterDialogProps } from './edit-register-dialog.tsx';

export function RevokeKeyDialog({ register: { id, name }, onClose }: RegisterDialogProps) {
  const revoke = useSave({
    mutationFn: (_, context) => revokeRegister(id, context),
    onSuccess: () => {
      onClose();
      showToast({ text: `Key of ${name} revoked` });
    },
  });
  return (
    <ConfirmDialog
      title="Revoke Key"
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      save={revoke}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>Are you sure you want to revoke the key of "{name}"? This action cannot be undone.</p>
      <p className="mt-2 font-medium text-ink">
        Its registers can send no more files. The files and figures so far stay.
      </p>
    </ConfirmDialog>
  );
}
