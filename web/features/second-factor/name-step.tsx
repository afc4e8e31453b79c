import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import * as z from 'zod/mini';
import { factorInput } from '../../../contract/auth/second-factor.ts';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { PasswordField, type PasswordFieldProps } from '../../components/form/password-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFocusOnOpen } from '../../lib/browser/use-focus-on-open.ts';
import { submitWith, useSchemaForm } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { beginDevice, confirmPassword, type NewDevice, needsPassword } from './second-factor.api.ts';

const named = z.extend(factorInput, { current_password: z.string() });
const proven = z.extend(factorInput, {
  current_password: z.string().check(z.minLength(1, 'Please enter your current password')),
});

export interface NameStepProps {
  devices: readonly Factor[];
  onBegun: (device: NewDevice) => void;
  onClose: () => void;
}

/** When the password was entered long ago, the server asks for it again: an unlocked screen must not be enough. */
export function NameStep({ devices, onBegun, onClose }: NameStepProps) {
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useSchemaForm(asksPassword ? proven : named, {
    friendly_name: freeName(devices),
    current_password: '',
  });

  const save = useSave({
    mutationFn: async ({ friendly_name, current_password }: z.output<typeof named>) => {
      try {
        if (asksPassword) await confirmPassword(current_password);
        return await beginDevice(friendly_name);
      } catch (failure) {
        if (asksPassword || !needsPassword(failure)) throw failure;
        return null;
      }
    },
    onSuccess: (device, { friendly_name }) => {
      if (device) return onBegun(device);
      // The validation starts again, because the password field was not visible before.
      form.reset({ friendly_name, current_password: '' });
      setAsksPassword(true);
    },
  });

  return (
    <SaveDialog
      title="Set up authenticator app"
      submitLabel="Continue"
      busyLabel="Preparing..."
      save={save}
      onSubmit={submitWith(form, save)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 pb-1">
        <p className="text-ink-soft">
          You need an app that shows codes, such as Google Authenticator, Microsoft Authenticator, 1Password
          or Aegis. Devices that have not entered a code are signed out when you finish.
        </p>
        <TextField
          label="Name of the device"
          required
          hint="Helps you recognize it later."
          {...form.register('friendly_name')}
        />
        {asksPassword && <PasswordQuestion {...form.register('current_password')} />}
      </div>
    </SaveDialog>
  );
}

function PasswordQuestion(field: Pick<PasswordFieldProps, 'error' | 'name' | 'value' | 'onChange'>) {
  const input = useFocusOnOpen();
  return (
    <>
      <p role="status" className="font-medium">
        Enter your password to continue.
      </p>
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        required
        ref={input}
        {...field}
      />
    </>
  );
}

function freeName(devices: readonly Factor[]) {
  const taken = new Set(devices.map(({ friendly_name }) => friendly_name?.toLowerCase()));
  const names = ['My phone', ...devices.map((_, index) => `My phone ${index + 2}`)];
  return names.find((name) => !taken.has(name.toLowerCase())) ?? '';
}
