import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { CancelButton, Dialog } from '../../components/dialog/dialog.tsx';
import { CodeFields } from '../../components/form/code-fields.tsx';
import { useCodeEntry } from '../../lib/account/use-code-entry.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { needsCode } from './second-factor.api.ts';

export interface ProofDialogProps<Result> {
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
export function ProofDialog<Result>({
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
