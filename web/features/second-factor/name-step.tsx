import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { factorInput } from '../../../contract/second-factor.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useSchemaForm } from '../../lib/form.ts';
import { beginDevice, type NewDevice } from './second-factor.api.ts';

export interface NameStepProps {
  devices: readonly Factor[];
  onBegun: (device: NewDevice) => void;
  onClose: () => void;
}

export function NameStep({ devices, onBegun, onClose }: NameStepProps) {
  const [error, setError] = useState<string | null>(null);
  const form = useSchemaForm(factorInput, { friendly_name: freeName(devices) });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ friendly_name }) => {
    const { device, failure } = await beginDevice(friendly_name);
    setError(failure?.message ?? null);
    if (device) onBegun(device);
  });

  return (
    <Dialog
      open
      title="Set up authenticator app"
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      busy={isSubmitting}
      error={error}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting} loadingLabel="Preparing...">
            Continue
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <p className="text-ink-soft">
          You need an app that shows codes, such as Google Authenticator, Microsoft Authenticator, 1Password
          or Aegis. Devices that have not entered a code are signed out when you finish.
        </p>
        <TextField
          label="Name of the device"
          required
          hint="So that you know it again, should you lose it."
          error={errors.friendly_name?.message}
          {...form.register('friendly_name')}
        />
      </div>
    </Dialog>
  );
}

function freeName(devices: readonly Factor[]) {
  const taken = new Set(devices.map(({ friendly_name }) => friendly_name?.toLowerCase()));
  const names = ['My phone', ...devices.map((_, index) => `My phone ${index + 2}`)];
  return names.find((name) => !taken.has(name.toLowerCase())) ?? '';
}
