import { useState } from 'react';
import { noValue, readListFilters, userList } from '../../../../contract/lists/list-filters.ts';
import type { LocationChoice } from '../../../../contract/locations.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { useLocationsNamed } from '../../../parts/choose/location-choices.api.ts';
import { LocationField } from '../../../parts/choose/location-choices.tsx';
import type { BulkDialogProps } from './bulk-links-dialogs.tsx';

export interface MoveUsersDialogProps extends BulkDialogProps {
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
