import { useState } from 'react';
import { noValue, readListFilters, userList } from '../../../../contract/lists/list-filters.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { ChooseOne } from '../../../components/form/choose-one.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { choiceName, townName } from '../../../lib/format/location-names.ts';
import { type ListedLocation, openLocations, useLocations } from '../../locations/locations.api.ts';
import type { BulkDialogProps } from './bulk-roles-dialog.tsx';

export interface MoveUsersDialogProps extends BulkDialogProps {
  query: string;
}

export function MoveUsersDialog({ query, count, onAct, onClose }: MoveUsersDialogProps) {
  const listed = useListedLocation(query);
  const [picked, setPicked] = useState<{ from?: ListedLocation | null; to?: ListedLocation | null }>({});
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
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) onAct({ act: 'locations', add: [to.id], remove: [from.id] });
      }}
      submitLabel="Preview"
      isDisabled={!isComplete}
    >
      <div className="flex flex-col gap-4">
        <LocationChoice
          key={`from-${from?.id}`}
          label="From"
          chosen={from}
          onChange={(location) => setPicked({ ...picked, from: location })}
        />
        <LocationChoice
          key={`to-${to?.id}`}
          label="To"
          chosen={to}
          onChange={(location) => setPicked({ ...picked, to: location })}
          isTarget
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

interface LocationChoiceProps {
  label: string;
  chosen: ListedLocation | undefined;
  onChange: (location: ListedLocation | null) => void;
  isTarget?: boolean;
  except?: string | undefined;
  autoFocus?: boolean;
}

function LocationChoice({ isTarget = false, except, ...field }: LocationChoiceProps) {
  const [text, setText] = useState('');
  const view = useLocations(text, { offered: isTarget ? openLocations : {} });
  return (
    <ChooseOne
      {...field}
      placeholder="Search locations..."
      text={text}
      onTextChange={setText}
      view={view}
      nameOf={choiceName}
      detailOf={townName}
      isOffered={({ id, closed_on }) => id !== except && !(isTarget && closed_on)}
    />
  );
}

function useListedLocation(query: string) {
  const { filters } = readListFilters(userList, Object.fromEntries(new URLSearchParams(query)));
  const { isNot = true, values = [] } = filters.location ?? {};
  const isOne = !isNot && values.length === 1 && values[0] !== noValue;
  const locations = useLocations('');
  return isOne ? (locations.data?.byId.get(values[0] ?? '') as ListedLocation | undefined) : undefined;
}
