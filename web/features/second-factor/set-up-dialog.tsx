import type { Factor } from '@supabase/auth-js';
import { type FormEvent, useRef, useState } from 'react';
import { factorInput, totpCodeInput } from '../../../contract/auth/second-factor.ts';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { CodeField } from '../../components/form/code-fields.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { enterAppCode } from '../../lib/account/second-factor.ts';
import { submitWith, useSchemaForm } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { useProof } from '../../parts/proof/use-proof.tsx';
import { CodesStep, CopyButton } from './codes-step.tsx';
import { beginDevice, cancelDeviceSetup, makeCodes, type NewDevice } from './second-factor.api.ts';

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

interface ScanStepProps {
  device: NewDevice;
  onConfirmed: () => Promise<void>;
  onClose: () => void;
}

function ScanStep({ device, onConfirmed, onClose }: ScanStepProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);

  const confirm = useSave({
    mutationFn: async (_, { signal }) => {
      const typed = totpCodeInput.safeParse({ code });
      if (typed.error) throw new Error(typed.error.issues[0]?.message);
      await enterAppCode(device.id, typed.data.code);
      // No recovery codes are made when the dialog was closed, because nobody would see them.
      signal?.throwIfAborted();
      await onConfirmed();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate();
  }

  return (
    <SaveDialog
      title="Scan with your app"
      submitLabel="Confirm"
      busyLabel="Checking..."
      // Its field says what was wrong.
      save={{ ...confirm, error: null }}
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 pb-1">
        <p className="text-ink-soft">
          Scan the QR code within five minutes, then enter the code that the app shows.
        </p>
        <img
          src={device.picture}
          alt="QR code for your authenticator app"
          width={184}
          height={184}
          className="mx-auto rounded-control border border-line bg-white"
        />
        <div>
          <p className="mb-1 text-small text-ink-soft">No camera? Type this key into the app:</p>
          <div className="flex items-center gap-2 rounded-control bg-surface-raised px-3 py-2">
            <code className="min-w-0 flex-1 font-mono text-small break-words">{inGroups(device.secret)}</code>
            <CopyButton text={device.secret} label="Copy key" />
          </div>
        </div>
        <CodeField
          ref={field}
          value={code}
          error={confirm.error?.message}
          onChange={({ target }) => {
            setCode(target.value);
            confirm.reset();
          }}
        />
      </div>
    </SaveDialog>
  );
}

function inGroups(secret: string) {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}

interface NameStepProps {
  devices: readonly Factor[];
  onBegun: (device: NewDevice) => void;
  onClose: () => void;
}

function NameStep({ devices, onBegun, onClose }: NameStepProps) {
  const form = useSchemaForm(factorInput, { friendly_name: freeName(devices) });
  const proof = useProof();
  const save = useSave({
    mutationFn: ({ friendly_name }: { friendly_name: string }) =>
      proof.prove(() => beginDevice(friendly_name)),
    onSuccess: (device) => device && onBegun(device),
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
        {proof.fields}
      </div>
    </SaveDialog>
  );
}

function freeName(devices: readonly Factor[]) {
  const taken = new Set(devices.map(({ friendly_name }) => friendly_name?.toLowerCase()));
  const names = ['My phone', ...devices.map((_, index) => `My phone ${index + 2}`)];
  return names.find((name) => !taken.has(name.toLowerCase())) ?? '';
}
