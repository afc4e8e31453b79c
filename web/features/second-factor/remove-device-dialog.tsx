import type { Factor } from '@supabase/auth-js';
import { nameOf } from './device-list.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { removeDevice } from './second-factor.api.ts';

export interface RemoveDeviceDialogProps {
  device: Factor;
  isLast: boolean;
  onClose: () => void;
}

export function RemoveDeviceDialog({ device, isLast, onClose }: RemoveDeviceDialogProps) {
  return (
    <ProofDialog
      title="Remove device"
      submitLabel="Remove"
      tone="danger"
      act={() => removeDevice(device.id)}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        The codes of "{nameOf(device)}" will stop working.
        {isLast &&
          ' It is your only one: afterwards you sign in with just your password, and the recovery codes are deleted too.'}
      </p>
    </ProofDialog>
  );
}
