import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { CancelButton } from '../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { CodeFields } from '../../components/form/code-fields.tsx';
import type { AuthFailure } from '../../lib/account/auth-failure.ts';
import { useCodeEntry } from '../../lib/account/use-code-entry.ts';

export interface ProofDialogProps {
  title: string;
  children: ReactNode;
  submitLabel: string;
  tone?: 'primary' | 'danger';
  /** Refused with 'insufficient_aal', it is done again after a code was entered. */
  act: () => Promise<AuthFailure | null>;
  onClose: () => void;
}

/** Does what an unlocked screen alone must not be enough for: where the server wants one, a code comes first. */
export function ProofDialog({
  title,
  children,
  submitLabel,
  tone = 'primary',
  act,
  onClose,
}: ProofDialogProps) {
  const entry = useCodeEntry();
  const [needsCode, setNeedsCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(null);
    if (needsCode && !(await entry.enter())) return;
    setBusy(true);
    const failure = await act();
    setBusy(false);
    if (failure?.code === 'insufficient_aal') setNeedsCode(true);
    else setError(failure?.message ?? null);
  }

  const busy = isBusy || entry.isBusy;
  return (
    <Dialog
      open
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
      <div className="space-y-4 pb-1">
        <div className="text-ink-soft">{children}</div>
        {needsCode && (
          <>
            <p className="font-medium">Enter a code, so that we know it is you.</p>
            <CodeFields entry={entry} />
          </>
        )}
      </div>
    </Dialog>
  );
}
