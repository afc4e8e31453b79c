import type { ReactNode } from 'react';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { LinkChoice } from './link-choice.tsx';
import type { useLinks } from './use-links.ts';

export interface BulkLinksDialogProps {
  what: 'Roles' | 'Locations';
  count: number;
  choice: Pick<ReturnType<typeof useLinks>, 'mode' | 'setMode' | 'selected'>;
  onPreview: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function BulkLinksDialog({ what, count, choice, onPreview, onClose, children }: BulkLinksDialogProps) {
  const { mode, setMode, selected } = choice;
  // With none chosen, 'replace' removes all, which is allowed.
  const isEmpty = selected.size === 0 && mode !== 'replace';
  return (
    <SaveDialog
      isTall
      width="wide"
      title={`${what} of ${countOf(count, 'user')}`}
      isChanged={selected.size > 0}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onPreview();
      }}
      submitLabel="Preview"
      isDisabled={isEmpty}
    >
      <LinkChoice what={what.toLowerCase()} mode={mode} onMode={setMode} />
      {children}
    </SaveDialog>
  );
}
