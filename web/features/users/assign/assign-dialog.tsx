import { type ReactNode, useRef } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { CancelButton } from '../../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { nameOf } from '../use-user-row.ts';
import { useKnownUsers } from '../users.api.ts';

export interface AssignDialogProps {
  title: string;
  userId: string;
  children: ReactNode;
  /** Nothing can be saved before what is there has come. */
  loading: boolean;
  /** The server would refuse what is chosen; `children` say why. */
  isRefused?: boolean;
  saving: boolean;
  error: ReactNode;
  isChanged: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** What both assign dialogs have in common: for whom, and the two buttons. */
export function AssignDialog({
  title,
  userId,
  children,
  loading,
  isRefused = false,
  saving,
  error,
  isChanged,
  onSave,
  onClose,
}: AssignDialogProps) {
  const user = useKnownUsers().byId.get(userId);
  // What will be there is still loading: the focus starts above it, so that Tab leads straight into it.
  const start = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open
      width="wide"
      title={title}
      onClose={onClose}
      isChanged={isChanged}
      onSubmit={(event) => {
        event.preventDefault();
        if (!loading && !isRefused) onSave();
      }}
      busy={saving}
      initialFocus={start}
      error={error}
      footer={
        <>
          <CancelButton />
          <Button type="submit" disabled={loading || isRefused} loading={saving} loadingLabel="Saving...">
            Update Assignments
          </Button>
        </>
      }
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        {user && <ClippedText className="-mt-2 mb-3 text-ink-soft">{nameOf(user)}</ClippedText>}
        {children}
      </div>
    </Dialog>
  );
}
