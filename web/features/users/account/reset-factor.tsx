import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useSave } from '../../../lib/form/use-save.ts';
import { nameOf } from '../use-user-row.ts';
import { resetSecondFactor, secondFactorOf } from './second-factor.api.ts';

/** For somebody who lost their device; only there for who has one. */
export function ResetFactor({ user }: { user: UserRow }) {
  const { data, refetch } = useQuery(secondFactorOf(user.id));
  const [isAsking, setAsking] = useState(false);
  const [isReset, setReset] = useState(false);
  if (isReset && !data?.is_set_up) return <p role="status">The second factor is reset.</p>;
  if (!data?.is_set_up) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Reset second factor
      </Button>
      {isAsking && (
        <ResetFactorDialog
          user={user}
          onClose={() => setAsking(false)}
          onReset={async () => {
            setReset(true);
            setAsking(false);
            await refetch();
          }}
        />
      )}
    </>
  );
}

interface ResetFactorDialogProps {
  user: UserRow;
  onClose: () => void;
  onReset: () => Promise<void>;
}

function ResetFactorDialog({ user, onClose, onReset }: ResetFactorDialogProps) {
  const reset = useSave({
    mutationFn: (_, signal) => resetSecondFactor(user.id, signal),
    onSuccess: onReset,
  });
  return (
    <ConfirmDialog
      open
      title="Reset second factor"
      confirmLabel="Reset"
      busyLabel="Resetting..."
      busy={reset.isPending}
      error={reset.error?.message}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      <p>
        {nameOf(user)} signs in with the password alone until they set up another device. All their devices
        are signed out, the recovery codes stop working, and they are told by email.
      </p>
      <p className="mt-2 font-medium text-ink">Make sure that it is really them who ask.</p>
    </ConfirmDialog>
  );
}
