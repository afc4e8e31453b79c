import { type FormEvent, useRef, useState } from 'react';
import { totpCodeInput } from '../../../contract/auth/second-factor.ts';
import { Button } from '../../components/button/button.tsx';
import { CancelButton, Dialog } from '../../components/dialog/dialog.tsx';
import { CodeField } from '../../components/form/code-fields.tsx';
import { enterAppCode } from '../../lib/account/second-factor.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { CopyButton } from './copy-button.tsx';
import type { NewDevice } from './second-factor.api.ts';

export interface ScanStepProps {
  device: NewDevice;
  onConfirmed: () => Promise<void>;
  onClose: () => void;
}

export function ScanStep({ device, onConfirmed, onClose }: ScanStepProps) {
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
    <Dialog
      title="Scan with your app"
      onClose={onClose}
      onSubmit={submit}
      busy={confirm.isPending}
      initialFocus={field}
      footer={
        <>
          <CancelButton />
          <Button type="submit" loading={confirm.isPending} loadingLabel="Checking...">
            Confirm
          </Button>
        </>
      }
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
    </Dialog>
  );
}

function inGroups(secret: string) {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
