import type { Factor } from '@supabase/auth-js';
import { type FormEvent, useRef, useState } from 'react';
import { totpCodeInput } from '../../../contract/auth/second-factor.ts';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { CodeField } from '../../components/form/code-fields.tsx';
import { enterAppCode } from '../../lib/account/second-factor.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { CodesStep, CopyButton } from './codes-step.tsx';
import { NameStep } from './name-step.tsx';
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
