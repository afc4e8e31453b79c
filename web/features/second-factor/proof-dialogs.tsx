import type { Factor } from '@supabase/auth-js';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { CancelButton, Dialog } from '../../components/dialog/dialog.tsx';
import { CodeFields } from '../../components/form/code-fields.tsx';
import { useCodeEntry } from '../../lib/account/use-code-entry.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { CodesStep } from './codes-step.tsx';
import { makeCodes, nameOf, needsCode, removeDevice } from './second-factor.api.ts';

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

export function NewCodesDialog({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);

  if (codes) return <CodesStep codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title="New recovery codes"
      submitLabel="Make codes"
      act={() => makeCodes(isFirst)}
      onDone={setCodes}
      onClose={onClose}
    >
      <p>
        {isFirst
          ? 'Ten codes, each of which signs you in once without your device.'
          : 'You get ten new ones. The ones that you have now stop working.'}
      </p>
    </ProofDialog>
  );
}

interface ProofDialogProps<Result> {
  title: string;
  children: ReactNode;
  submitLabel: string;
  tone?: 'primary' | 'danger';
  /** When the server asks for a code, the action is repeated after the user entered one. */
  act: () => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
}

/** If the server asks for a code, the user enters it and the action runs again. */
function ProofDialog<Result>({
  title,
  children,
  submitLabel,
  tone = 'primary',
  act,
  onDone,
  onClose,
}: ProofDialogProps<Result>) {
  const entry = useCodeEntry();
  const [asksCode, setAsksCode] = useState(false);
  const action = useSave({ mutationFn: act });

  async function submit(event: FormEvent) {
    event.preventDefault();
    action.reset();
    if (asksCode && !(await entry.enter())) return;
    action.mutate(undefined, {
      onSuccess: onDone,
      onError: (failure) => {
        if (needsCode(failure)) setAsksCode(true);
      },
    });
  }

  const busy = action.isPending || entry.isBusy;
  const error = needsCode(action.error) ? null : (action.error?.message ?? null);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      busy={busy}
      error={error}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant={tone} loading={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-1">
        <div className="text-ink-soft">{children}</div>
        {asksCode && (
          <>
            <p className="font-medium">Enter a code to continue.</p>
            <CodeFields entry={entry} />
          </>
        )}
      </div>
    </Dialog>
  );
}
