import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { CodesStep } from './codes-step.tsx';
import { NameStep } from './name-step.tsx';
import { ScanStep } from './scan-step.tsx';
import { cancelDeviceSetup, makeCodes, type NewDevice } from './second-factor.api.ts';

export interface SetUpDialogProps {
  devices: readonly Factor[];
  needsCodes: boolean;
  onClose: () => void;
}

export function SetUpDialog({ devices, needsCodes, onClose }: SetUpDialogProps) {
  const [device, setDevice] = useState<NewDevice | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  function giveUp() {
    if (device) void cancelDeviceSetup(device.id);
    onClose();
  }

  async function confirmed() {
    if (!needsCodes) return onClose();
    try {
      setCodes(await makeCodes(true));
    } catch {
      // When this fails the device still counts, and the profile asks for new codes.
      onClose();
    }
  }

  if (codes) return <CodesStep codes={codes} onClose={onClose} />;
  if (device) return <ScanStep device={device} onConfirmed={confirmed} onClose={giveUp} />;
  return <NameStep devices={devices} onBegun={setDevice} onClose={onClose} />;
}
