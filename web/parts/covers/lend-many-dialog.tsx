import { useState } from 'react';
import type { BulkAct } from '../../../contract/runs.ts';
import type { UserRow } from '../../../contract/users.ts';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { countOf } from '../../lib/format/format-number.ts';
import { ChooseUser } from '../choose/user-choices.tsx';
import { nextSunday, UntilField } from './cover-dialogs.tsx';

interface LendManyDialogProps {
  count: number;
  onAct: (act: BulkAct) => void;
  onClose: () => void;
}

/** A preview follows, in which each location has the moment of its own clock. */
export function LendManyDialog({ count, onAct, onClose }: LendManyDialogProps) {
  const [user, setUser] = useState<UserRow | null>(null);
  const [ends_at, setEnd] = useState(() => nextSunday(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [reason, setReason] = useState('');
  return (
    <SaveDialog
      title={`Let a User Cover ${countOf(count, 'Location')}`}
      submitLabel="Preview"
      isTall={!user}
      isDisabled={!user || !ends_at}
      onSubmit={() => {
        if (user) onAct({ act: 'cover', user_id: user.id, ends_at, reason: reason.trim() || null });
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <ChooseUser label="User" chosen={user ?? undefined} onChange={setUser} />
        <UntilField zone={null} value={ends_at} onChange={setEnd} />
        <TextField label="Reason" value={reason} onChange={(event) => setReason(event.target.value)} />
      </div>
    </SaveDialog>
  );
}
