import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { Radios } from '../../../components/form/radios.tsx';
import { replaceRegisterKey, revokeRegister } from '../registers.api.ts';
import type { RegisterDialogProps, ShownKey } from './register-dialogs.tsx';

const fates = {
  replaced: 'The key was replaced or is no longer used: its figures stay',
  lost: 'The key was lost or stolen: its figures lose against those of a working key',
};

const whatIsLost =
  'Its days are recalculated: where a working key has sent the same report, sale or day, that one counts.';

/** Also for a key that is revoked already, and turns out to be lost. */
export function RevokeKeyDialog({
  register: { id, name, revoked_at },
  onWithdraw,
  onClose,
}: RegisterDialogProps & { onWithdraw: () => void }) {
  // It stays the dialog that was opened when the row changes behind it.
  const [isRevoked] = useState(revoked_at !== null);
  const [isLost, setIsLost] = useState(isRevoked);
  const [withdraws, setWithdraws] = useState(false);
  return (
    <ConfirmDialog
      title={isRevoked ? 'Mark Key as Lost' : 'Revoke Key'}
      confirmLabel={isRevoked ? 'Mark as lost' : 'Revoke'}
      busyLabel={isRevoked ? 'Marking...' : 'Revoking...'}
      act={(context) => revokeRegister(id, isLost, context)}
      done={{ text: isLost ? `Key of ${name} revoked as lost or stolen` : `Key of ${name} revoked` }}
      onDone={isLost && withdraws ? onWithdraw : onClose}
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          {isRevoked ? (
            <p>
              Was the key of "{name}" lost or stolen? Its figures then lose against those of a working key.
              This action cannot be undone.
            </p>
          ) : (
            <>
              <p>
                Are you sure you want to revoke the key of "{name}"? Its registers can send no more files.
                This action cannot be undone.
              </p>
              <Radios
                legend="What happened to the key"
                isLegendHidden
                name="lost"
                values={fates}
                value={isLost ? 'lost' : 'replaced'}
                disabled={isBusy}
                className="mt-3 text-ink"
                onChange={(fate) => setIsLost(fate === 'lost')}
              />
            </>
          )}
          <p role="status" className="mt-2 font-medium text-ink">
            {isLost ? whatIsLost : 'The files and figures so far stay as they are.'}
          </p>
          {isLost && (
            <Checkbox
              label="Then choose which of its files to withdraw"
              checked={withdraws}
              disabled={isBusy}
              onChange={() => setWithdraws(!withdraws)}
            />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/** The connection keeps its departments and choices, and works again when it was revoked. */
export function NewKeyDialog({
  register: { id, name, revoked_at, is_lost },
  onMade,
  onClose,
}: RegisterDialogProps & { onMade: (key: ShownKey) => void }) {
  return (
    <ConfirmDialog
      title="New Key"
      confirmLabel="Make new key"
      busyLabel="Making..."
      act={(context) => replaceRegisterKey(id, context)}
      onDone={({ key }) => onMade({ key, name })}
      onClose={onClose}
    >
      <p>
        {revoked_at
          ? `"${name}" works again with a new key, and keeps its departments.`
          : `The key of "${name}" ends at once. The program that sends the files keeps them until it has the new key, so none is lost.`}
      </p>
      {is_lost && (
        <p className="mt-2 font-medium text-ink">
          What was sent with the lost key then counts as before. Withdraw its files first.
        </p>
      )}
    </ConfirmDialog>
  );
}
