import { useState } from 'react';
import { bulkPermissions } from '../../../../contract/access/acts.ts';
import type { BulkAct } from '../../../../contract/runs.ts';
import { BulkBar } from '../../../components/bulk/bulk-bar.tsx';
import type { BulkAction } from '../../../components/bulk/bulk-menu.tsx';
import { BulkRun } from '../../../components/bulk/bulk-run.tsx';
import { type ListBulk, listSelectionOf } from '../../../components/bulk/list-bulk.ts';
import { useListExport } from '../../../components/bulk/use-list-export.ts';
import { IconArrowsRightLeft, IconDownload } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { newId } from '../../../lib/form/new-id.ts';
import type { ActLook } from '../../../parts/acts/act-look.ts';
import { userActs } from '../../../parts/acts/user-acts.ts';
import { RunDialog } from '../../runs/run-dialog.api.ts';
import type { RunStart } from '../../runs/runs.api.ts';
import { exportSelectedUsers } from '../users-export.api.ts';
import { BulkLocationsDialog, BulkRolesDialog, MoveUsersDialog } from './bulk-dialogs.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

type DialogName = 'roles' | 'locations' | 'move';

const permittedAs = { roles: 'roles', locations: 'locations', move: 'locations' } as const;

const { roles, locations, invite, activate, deactivate } = userActs;

/** Those that ask something first are shorter here than in a menu. */
const acts: readonly (Pick<ActLook, 'label' | 'Icon'> &
  Pick<BulkAction, 'isExtra'> & { act: BulkAct | DialogName })[] = [
  { ...roles, label: 'Roles…', act: 'roles' },
  { ...locations, label: 'Locations…', act: 'locations' },
  { label: 'Move…', Icon: IconArrowsRightLeft, act: 'move', isExtra: true },
  { ...invite, act: { act: 'invite' } },
];

const switches: typeof acts = [
  { ...activate, act: { act: 'activate' } },
  { ...deactivate, act: { act: 'deactivate' } },
];

export function UserBulk(list: ListBulk) {
  const { selection, matching, deleted } = list;
  const { hasPermission, mayAct } = useAccess();
  const [dialogName, setDialogName] = useState<DialogName | null>(null);
  const [start, setStart] = useState<RunStart | null>(null);

  const exporting = useListExport(() => exportSelectedUsers(listSelectionOf(list)));

  function begin(act: BulkAct) {
    setDialogName(null);
    setStart({ id: newId(), about: 'users', act, selection: listSelectionOf(list) });
  }
  function offer(offered: typeof acts): BulkAction[] {
    return offered
      .filter(({ act }) =>
        bulkPermissions(typeof act === 'string' ? permittedAs[act] : act.act).every(hasPermission),
      )
      .map(({ label, Icon, act, isExtra = false }) => ({
        ...{ label, isExtra },
        icon: <Icon {...icon} />,
        run: () => (typeof act === 'string' ? setDialogName(act) : begin(act)),
      }));
  }
  // All that match are counted first.
  const shown = selection.count === undefined ? null : dialogName;
  const dialog = { count: selection.count ?? 0, onAct: begin, onClose: () => setDialogName(null) };

  return (
    <>
      <BulkBar
        selection={selection}
        matching={matching}
        deleted={deleted}
        noun={['user', 'users']}
        actions={[
          ...offer(acts),
          ...(mayAct('exportUsers')
            ? [{ label: 'Export', icon: <IconDownload {...icon} />, isExtra: true, run: exporting.run }]
            : []),
          ...offer(switches).map((action) => ({ ...action, isSwitch: true })),
        ]}
      />
      {shown === 'roles' && <BulkRolesDialog {...dialog} />}
      {shown === 'locations' && <BulkLocationsDialog {...dialog} />}
      {shown === 'move' && <MoveUsersDialog {...dialog} query={list.query} />}
      <BulkRun RunDialog={RunDialog} start={start} selection={selection} onEnd={() => setStart(null)} />
    </>
  );
}
