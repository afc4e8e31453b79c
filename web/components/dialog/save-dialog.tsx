import type { FormEvent, ReactNode } from 'react';
import { formatDate } from '../../lib/format/format-date.ts';
import { messageOf, RequestFailed } from '../../lib/network/request-failed.ts';
import { Button } from '../button/button.tsx';
import { CancelButton, Dialog, type DialogProps } from './dialog.tsx';

export interface Saving {
  isPending: boolean;
  error: Error | null;
  reset: () => void;
}

export interface Reloading {
  isPending: boolean;
  error: Error | null;
  mutate: (_: undefined, options: { onSuccess: () => void }) => void;
}

export interface SaveDialogProps
  extends Pick<
    DialogProps,
    'title' | 'line' | 'width' | 'isTall' | 'isChanged' | 'initialFocus' | 'onClose'
  > {
  submitLabel: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  busyLabel?: string;
  /** There is nothing to save yet, or the server would refuse it. */
  isDisabled?: boolean;
  /** Absent when the next step is only a preview. */
  save?: Saving;
  note?: string;
  /** Fetches the stored row; offered when somebody else changed it. */
  reload?: Reloading;
  children: ReactNode;
}

export function SaveDialog({
  submitLabel,
  busyLabel = 'Saving...',
  isDisabled = false,
  save,
  reload,
  note,
  onSubmit,
  children,
  ...dialog
}: SaveDialogProps) {
  const error = reload?.error ?? save?.error;
  return (
    <Dialog
      {...dialog}
      onSubmit={(event) => {
        if (!isDisabled) onSubmit(event);
      }}
      busy={save?.isPending}
      error={
        error && (
          <SaveFailure
            error={error}
            onReload={reload && (() => reload.mutate(undefined, { onSuccess: () => save?.reset() }))}
            reloading={reload?.isPending}
          />
        )
      }
      footer={
        <>
          {note && (
            <p role="status" className="mr-auto self-center text-ink-soft max-md:basis-full!">
              {note}
            </p>
          )}
          <CancelButton />
          <Button type="submit" disabled={isDisabled} loading={save?.isPending} loadingLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface SaveFailureProps {
  error: Error;
  /** Fills the form with the stored row; offered when somebody else changed it. */
  onReload?: (() => void) | undefined;
  reloading?: boolean | undefined;
}

function SaveFailure({ error, onReload, reloading }: SaveFailureProps) {
  const message = messageOf(error, 'Saving failed');
  if (!(error instanceof RequestFailed) || error.code !== 'stale') return message;
  return (
    <>
      <p>{message}</p>
      {error.changed && <p className="mt-1">It was changed on {formatDate(error.changed.at)}.</p>}
      {onReload && (
        <Button
          variant="link"
          className="mt-1 text-current! underline"
          onClick={onReload}
          loading={reloading}
        >
          Load the new values
        </Button>
      )}
    </>
  );
}
