import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { noValue, readListFilters, userList } from '../../../../contract/lists/list-filters.ts';
import type { LocationChoice } from '../../../../contract/locations.ts';
import type { Role } from '../../../../contract/roles.ts';
import type { BulkAct } from '../../../../contract/runs.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { type Chosen, toggled, withAll } from '../../../lib/list/chosen.ts';
import { useLocationsNamed } from '../../../parts/choose/location-choices.api.ts';
import { LocationField } from '../../../parts/choose/location-choices.tsx';
import { OpenLocationPicker } from '../../../parts/choose/location-picker.tsx';
import { rolesQuery } from '../../roles/roles.api.ts';
import { RolePicker, RolesView } from '../assign/role-picker.tsx';

interface BulkDialogProps {
  count: number;
  onAct: (act: BulkAct) => void;
  onClose: () => void;
}

export function BulkRolesDialog(props: BulkDialogProps) {
  const query = useQuery(rolesQuery);
  return (
    <BulkLinksDialog<Role> {...props} act="roles" title="Roles">
      {({ selected, toggle }) => (
        <RolesView query={query}>
          {(all) => <RolePicker roles={all} selected={selected} onToggle={toggle} />}
        </RolesView>
      )}
    </BulkLinksDialog>
  );
}

export function BulkLocationsDialog(props: BulkDialogProps) {
  const isPhone = useMediaQuery('(width < 48rem)');
  return (
    <BulkLinksDialog<LocationChoice> {...props} act="locations" title="Locations">
      {({ selected, toggle, add }) => (
        <OpenLocationPicker selected={selected} onToggle={toggle} onAdd={add} autoFocus={!isPhone} />
      )}
    </BulkLinksDialog>
  );
}

interface BulkLinksDialogProps<Row> extends BulkDialogProps {
  act: 'roles' | 'locations';
  title: string;
  children: (choice: {
    selected: Chosen<Row>;
    toggle: (row: Row) => void;
    add: (rows: readonly Row[]) => void;
  }) => ReactNode;
}

function BulkLinksDialog<Row extends { id: string }>(props: BulkLinksDialogProps<Row>) {
  const { act, title, count, onAct, onClose, children } = props;
  const [mode, setMode] = useState<LinkMode>('add');
  const [selected, setSelected] = useState<Chosen<Row>>(new Map());
  return (
    <SaveDialog
      isTall
      width="wide"
      title={`${title} of ${countOf(count, 'user')}`}
      isChanged={selected.size > 0}
      onClose={onClose}
      onSubmit={() => onAct({ act, add: [], remove: [], [mode]: [...selected.keys()] })}
      submitLabel="Preview"
      // With none chosen, 'replace' removes all, which is allowed.
      isDisabled={selected.size === 0 && mode !== 'replace'}
    >
      <LinkChoice what={act} mode={mode} onMode={setMode} />
      {children({
        selected,
        toggle: (row) => setSelected(toggled(selected, row)),
        add: (rows) => setSelected(withAll(selected, rows)),
      })}
    </SaveDialog>
  );
}

const linkModes = { add: 'Add', remove: 'Remove', replace: 'Replace' } as const;
type LinkMode = keyof typeof linkModes;

interface LinkChoiceProps {
  what: string;
  mode: LinkMode;
  onMode: (mode: LinkMode) => void;
}

function LinkChoice({ what, mode, onMode }: LinkChoiceProps) {
  const meanings: Record<LinkMode, string> = {
    add: `They keep their ${what} and also get these.`,
    remove: `These are removed. They keep the other ${what}.`,
    replace: `They will have exactly these ${what}. All others are removed.`,
  };
  return (
    <fieldset className="mb-3 min-w-0">
      <legend className="sr-only">What happens to the {what}</legend>
      <div className="flex rounded-control border border-line-strong">
        {(Object.keys(linkModes) as LinkMode[]).map((one) => (
          <label
            key={one}
            className={classes(
              'flex h-9 flex-1 items-center justify-center border-l border-line-strong font-medium first:rounded-l-control first:border-l-0 last:rounded-r-control has-focus-visible:outline-2 has-focus-visible:outline-petrol max-md:h-11',
              one === mode ? 'bg-petrol-soft text-petrol' : 'hover:bg-surface-raised',
            )}
          >
            <input
              type="radio"
              name="mode"
              className="sr-only"
              checked={one === mode}
              onChange={() => onMode(one)}
            />
            {linkModes[one]}
          </label>
        ))}
      </div>
      <p role="status" className="mt-2 text-small text-ink-soft">
        {meanings[mode]}
      </p>
    </fieldset>
  );
}

interface MoveUsersDialogProps extends BulkDialogProps {
  query: string;
}

export function MoveUsersDialog({ query, count, onAct, onClose }: MoveUsersDialogProps) {
  const listed = useLocationChoice(query);
  const [picked, setPicked] = useState<{ from?: LocationChoice | null; to?: LocationChoice | null }>({});
  // Undefined until the user chooses: the location of the list may load later.
  const from = (picked.from === undefined ? listed : picked.from) ?? undefined;
  const to = picked.to ?? undefined;
  const isComplete = from !== undefined && to !== undefined && from.id !== to.id;
  return (
    <SaveDialog
      isTall
      width="wide"
      title={`Move ${countOf(count, 'user')}`}
      isChanged={Boolean(picked.from || picked.to)}
      onClose={onClose}
      onSubmit={() => isComplete && onAct({ act: 'locations', add: [to.id], remove: [from.id] })}
      submitLabel="Preview"
      isDisabled={!isComplete}
    >
      <div className="flex flex-col gap-4">
        <LocationField
          key={`from-${from?.id}`}
          label="From"
          chosen={from}
          onChange={(location) => setPicked({ ...picked, from: location })}
        />
        <LocationField
          key={`to-${to?.id}`}
          label="To"
          chosen={to}
          onChange={(location) => setPicked({ ...picked, to: location })}
          isOpenOnly
          except={from?.id}
          autoFocus={from !== undefined}
        />
        <p role="status" className="text-small text-ink-soft">
          {from ? `Users who are not assigned to ${from.name} stay as they are. ` : ''}
          All keep their other locations.
        </p>
      </div>
    </SaveDialog>
  );
}

function useLocationChoice(query: string) {
  const { filters } = readListFilters(userList, Object.fromEntries(new URLSearchParams(query)));
  const { isNot = true, values = [] } = filters.location ?? {};
  const isOne = !isNot && values.length === 1 && values[0] !== noValue;
  return useLocationsNamed(isOne ? values : [])?.[0];
}
