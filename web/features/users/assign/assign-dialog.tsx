import { type ReactNode, useRef } from 'react';
import { displayName } from '../../../../contract/users.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { OwnLoss } from './own-loss.tsx';
import type { Assignment } from './use-assignment.ts';

export interface AssignDialogProps {
  assignment: Pick<
    Assignment,
    'what' | 'user' | 'change' | 'isChanged' | 'save' | 'reload' | 'onClose' | 'submit'
  >;
  isLoaded: boolean;
  lost: string | null;
  isRefused: boolean;
  children: ReactNode;
}

export function AssignDialog({ assignment, isLoaded, lost, isRefused, children }: AssignDialogProps) {
  const { what, user, change, isChanged, save, reload, onClose, submit } = assignment;
  // The focus starts above the content, which is still loading, so that Tab leads into it.
  const start = useRef<HTMLDivElement>(null);
  const isDisabled = !isLoaded || isRefused || !isChanged;
  return (
    <SaveDialog
      width="wide"
      isTall
      title={`Assign ${what}`}
      submitLabel="Update Assignments"
      isDisabled={isDisabled}
      isChanged={isChanged}
      note={describeChange(change)}
      save={save}
      reload={reload}
      initialFocus={start}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) submit();
      }}
      onClose={onClose}
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        {user && <ClippedText className="-mt-2 mb-3 text-ink-soft">{displayName(user)}</ClippedText>}
        {children}
        {isLoaded && <OwnLoss lost={lost} isRefused={isRefused} />}
      </div>
    </SaveDialog>
  );
}

function describeChange({ added, removed }: Assignment['change']) {
  const parts = [added > 0 && `add ${added}`, removed > 0 && `remove ${removed}`].filter(
    (part) => part !== false,
  );
  const text = parts.join(', ');
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : 'No changes yet';
}
