import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { resetSecondFactor, userSecondFactorQuery } from './account.api.ts';

/** For users who lost their device. Shows nothing for users without a second factor. */
export function ResetFactor({ user, isLine = false }: { user: UserRow; isLine?: boolean }) {
  const { data } = useQuery(userSecondFactorQuery(user.id));
  const [isOpen, setOpen] = useState(false);
  const [isReset, setReset] = useState(false);
  if (isReset && !data?.is_set_up)
    return <p role="status">{isLine ? 'It was reset.' : 'The second factor is reset.'}</p>;
  if (!data?.is_set_up) return null;
  return (
    <>
      <Button
        variant={isLine ? 'link' : 'secondary'}
        aria-label="Reset second factor"
        onClick={() => setOpen(true)}
      >
        {isLine ? 'Reset' : 'Reset second factor'}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Reset second factor"
          confirmLabel="Reset"
          busyLabel="Resetting..."
          act={(context) => resetSecondFactor(user.id, context)}
          onDone={() => {
            setReset(true);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        >
          <p>
            {displayName(user)} signs in with the password alone until they set up another device. All their
            devices are signed out, the recovery codes stop working, and they get a notice by email.
          </p>
          <p className="mt-2 font-medium text-ink">Check first that the request really comes from them.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
