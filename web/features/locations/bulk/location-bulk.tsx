import { type ComponentType, useState } from 'react';
import type { BulkAct } from '../../../../contract/runs.ts';
import { BulkBar } from '../../../components/bulk/bulk-bar.tsx';
import { BulkRun } from '../../../components/bulk/bulk-run.tsx';
import { type ListBulk, listSelectionOf } from '../../../components/bulk/list-bulk.ts';
import { useListExport } from '../../../components/bulk/use-list-export.ts';
import { IconDownload, IconUsers } from '../../../components/icons/icons.ts';
import { newId } from '../../../lib/form/new-id.ts';
import { locationActs, reopenAct } from '../../../parts/acts/location-acts.ts';
import type { RunDialogProps, RunStart } from '../../runs/runs.api.ts';
import { exportSelectedLocations } from '../locations-export.api.ts';
import { CloseLocationsDialog } from './close-locations-dialog.tsx';
import { useShowUsers } from './use-show-users.ts';

export interface LocationBulkProps extends ListBulk {
  RunDialog: ComponentType<RunDialogProps>;
}

export function LocationBulk({ RunDialog, ...list }: LocationBulkProps) {
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
