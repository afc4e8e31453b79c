import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import {
  filterMaxValues,
  listFilterParameters,
  locationList,
  noValue,
  readListFilters,
} from '../../../../contract/lists/list-filters.ts';
import type { BulkAct } from '../../../../contract/runs.ts';
import { BulkBar } from '../../../components/bulk/bulk-bar.tsx';
import { BulkRun } from '../../../components/bulk/bulk-run.tsx';
import { type ListBulk, listSelectionOf } from '../../../components/bulk/list-bulk.ts';
import { useListExport } from '../../../components/bulk/use-list-export.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { DateField } from '../../../components/form/date-field.tsx';
import { IconClock, IconDownload, IconUsers } from '../../../components/icons/icons.ts';
import { lazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { newId } from '../../../lib/form/new-id.ts';
import { toDay } from '../../../lib/format/format-date.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { reasonOf } from '../../../lib/network/request-failed.ts';
import { locationActs, reopenAct } from '../../../parts/acts/location-acts.ts';
import { ChooseDistrict, type DistrictChoice } from '../../../parts/choose/district-choices.tsx';
import { RunDialog } from '../../runs/run-dialog.api.ts';
import type { RunStart } from '../../runs/runs.api.ts';
import { locationIdsOf } from '../locations.api.ts';
import { exportSelectedLocations } from '../locations-export.api.ts';

const LendManyDialog = lazyDialog(
  () => import('../../../parts/covers/lend-many-dialog.tsx'),
  'LendManyDialog',
);

export function LocationBulk(list: ListBulk) {
  const { selection, matching, deleted } = list;
  const [isClosing, setClosing] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const [isLending, setLending] = useState(false);
  const { mayAct } = useAccess();
  const [start, setStart] = useState<RunStart | null>(null);

  const exporting = useListExport(() => exportSelectedLocations(listSelectionOf(list)));

  const showUsers = useShowUsers(list);

  function begin(act: BulkAct) {
    setClosing(false);
    setMoving(false);
    setLending(false);
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
          ...(mayAct('assignLocations')
            ? [
                {
                  label: 'Let a user cover…',
                  icon: <IconClock size={18} aria-hidden="true" />,
                  run: () => setLending(true),
                },
              ]
            : []),
          ...(mayAct('manageDistricts')
            ? [
                {
                  label: 'Move to a district…',
                  icon: <locationActs.move.Icon size={18} aria-hidden="true" />,
                  isSwitch: true,
                  run: () => setMoving(true),
                },
              ]
            : []),
          ...(mayAct('closeLocation')
            ? [
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
              ]
            : []),
        ]}
      />
      {isClosing && selection.count !== undefined && (
        <CloseLocationsDialog count={selection.count} onAct={begin} onClose={() => setClosing(false)} />
      )}
      {isMoving && selection.count !== undefined && (
        <MoveLocationsDialog count={selection.count} onAct={begin} onClose={() => setMoving(false)} />
      )}
      <Suspense>
        {isLending && selection.count !== undefined && (
          <LendManyDialog count={selection.count} onAct={begin} onClose={() => setLending(false)} />
        )}
      </Suspense>
      <BulkRun RunDialog={RunDialog} start={start} selection={selection} onEnd={() => setStart(null)} />
    </>
  );
}

interface ActDialogProps {
  count: number;
  onAct: (act: BulkAct) => void;
  onClose: () => void;
}

function CloseLocationsDialog({ count, onAct, onClose }: ActDialogProps) {
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

function MoveLocationsDialog({ count, onAct, onClose }: ActDialogProps) {
  const [district, setDistrict] = useState<DistrictChoice | null>(null);
  return (
    <SaveDialog
      title={`Move ${countOf(count, 'location')} to a district`}
      onClose={onClose}
      onSubmit={() => district && onAct({ act: 'district', district_id: district.id || null })}
      submitLabel="Preview"
      isDisabled={!district}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          Who has a district sees all of its locations. Who had them only through their former district no
          longer does.
        </p>
        <ChooseDistrict
          label="District"
          isNoneOffered
          chosen={district ?? undefined}
          onChange={setDistrict}
        />
      </div>
    </SaveDialog>
  );
}

function useShowUsers({ selection, query }: ListBulk): (() => void) | undefined {
  const navigate = useNavigate();
  const { hasPermission } = useAccess();
  const show = useMutation({
    mutationFn: async () =>
      selection.isAll ? await searchOfMost(query, selection.ids) : searchOf(selection.ids),
    onSuccess: (search) => {
      if (search) return void navigate({ to: '/users', search });
      const most = formatNumber(filterMaxValues);
      showToast({
        tone: 'note',
        text: `Select at most ${most} locations to show their users, or filter by state`,
      });
    },
    onError: (error) => showToast({ tone: 'bad', text: reasonOf(error) }),
  });
  return hasPermission('users.read') ? () => show.mutate() : undefined;
}

/** Asks for the ids only where no filter says the same. */
async function searchOfMost(query: string, except: readonly string[]) {
  const states = except.length === 0 ? searchOfStates(query) : null;
  if (states) return states;
  const ids = await locationIdsOf(query, filterMaxValues + except.length + 1);
  return searchOf(ids.filter((id) => !except.includes(id)));
}

/** Null for more than a filter can name, and for none. */
function searchOf(ids: readonly string[]): Record<string, string> | null {
  return ids.length > 0 && ids.length <= filterMaxValues ? { location: ids.join() } : null;
}

/** A state or no filter fits any number of locations; null for others. */
export function searchOfStates(query: string): Record<string, string> | null {
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const { filters } = readListFilters(locationList, parameters);
  const { state, ...others } = listFilterParameters({ filters, sort: null });
  const isOfStates = !parameters.q?.trim() && Object.keys(others).length === 0 && !filters.state?.isNot;
  if (!isOfStates) return null;
  return state ? { state } : { location: `not:${noValue}` };
}
