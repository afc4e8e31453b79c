import { useState } from 'react';
import type { BulkAct } from '../../../../contract/runs.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { DateField } from '../../../components/form/date-field.tsx';
import { toDay } from '../../../lib/format/format-date.ts';
import { countOf } from '../../../lib/format/format-number.ts';

export interface CloseLocationsDialogProps {
  count: number;
  onAct: (act: BulkAct) => void;
  onClose: () => void;
}

export function CloseLocationsDialog({ count, onAct, onClose }: CloseLocationsDialogProps) {
  const [today] = useState(() => toDay(new Date()));
  const [day, setDay] = useState(today);
  return (
    <SaveDialog
      title={`Close ${countOf(count, 'location')}`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (day) onAct({ act: 'close', closed_on: day });
      }}
      submitLabel="Preview"
      isDisabled={!day}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          Their users and their history stay. Nobody new can be assigned to them until you reopen them. To
          move their users to other locations, press Show their users before or after.
        </p>
        <DateField
          label="Closed on"
          max={today}
          required
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </div>
    </SaveDialog>
  );
}
