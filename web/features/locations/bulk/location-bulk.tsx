import { useState } from 'react';
import type { BulkAct } from '../../../../contract/runs.ts';
import { BulkBar } from '../../../components/bulk/bulk-bar.tsx';
import { BulkRun } from '../../../components/bulk/bulk-run.tsx';
import { type ListBulk, listSelectionOf } from '../../../components/bulk/list-bulk.ts';
import { useListExport } from '../../../components/bulk/use-list-export.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { DateField } from '../../../components/form/date-field.tsx';
import { IconDownload, IconUsers } from '../../../components/icons/icons.ts';
import { newId } from '../../../lib/form/new-id.ts';
import { toDay } from '../../../lib/format/format-date.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { locationActs, reopenAct } from '../../../parts/acts/location-acts.ts';
import { RunDialog } from '../../runs/run-dialog.api.ts';
import type { RunStart } from '../../runs/runs.api.ts';
import { exportSelectedLocations } from '../locations-export.api.ts';
import { useShowUsers } from './use-show-users.ts';

export function LocationBulk(list: ListBulk) {
  const { selection, matching, deleted } = list;
  const [isClosing, setClosing] = useState(false);
  const [start, setStart] = useState<RunStart | null>(null);

  const exporting = useListExport(() => exportSelectedLocations(listSelectionOf(list)));

  const showUsers = useShowUsers(list);

  function begin(act: BulkAct) {
    setClosing(false);
    setStart({ id: newId(), about: 'locations', act, selection: listSelectionOf(list) });
  }

  return (
    <>
      <BulkBar
        selection={selection}
        matching={matching}
        deleted={deleted}
        noun={['location', 'locations']}
        actions={[
          ...(showUsers
            ? [
                {
                  label: 'Show their users',
                  icon: <IconUsers size={18} aria-hidden="true" />,
                  run: showUsers,
                },
              ]
            : []),
          {
            label: 'Export',
            icon: <IconDownload size={18} aria-hidden="true" />,
            run: exporting.run,
          },
          {
            label: 'Close…',
            icon: <locationActs.close.Icon size={18} aria-hidden="true" />,
            isSwitch: true,
            run: () => setClosing(true),
          },
          {
            label: reopenAct.label,
            icon: <reopenAct.Icon size={18} aria-hidden="true" />,
            isSwitch: true,
            run: () => begin({ act: 'reopen' }),
          },
        ]}
      />
      {isClosing && selection.count !== undefined && (
        <CloseLocationsDialog count={selection.count} onAct={begin} onClose={() => setClosing(false)} />
      )}
      <BulkRun RunDialog={RunDialog} start={start} selection={selection} onEnd={() => setStart(null)} />
    </>
  );
}

interface CloseLocationsDialogProps {
  count: number;
  onAct: (act: BulkAct) => void;
  onClose: () => void;
}

function CloseLocationsDialog({ count, onAct, onClose }: CloseLocationsDialogProps) {
  const [today] = useState(() => toDay(new Date()));
  const [day, setDay] = useState(today);
  return (
    <SaveDialog
      title={`Close ${countOf(count, 'location')}`}
      onClose={onClose}
      onSubmit={() => onAct({ act: 'close', closed_on: day })}
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
