import { noValue, readListFilters, userList } from '../../../../contract/lists/list-filters.ts';
import { useLocations } from '../../locations/locations.api.ts';
import { LocationPicker } from '../assign/location-picker.tsx';
import { BulkLinksDialog } from './bulk-links-dialog.tsx';
import type { BulkDialogProps } from './bulk-roles-dialog.tsx';
import { useLinks } from './use-links.ts';

export interface BulkLocationsDialogProps extends BulkDialogProps {
  /** The search and the filters of the list, in the form of its URL. */
  query: string;
}

export function BulkLocationsDialog({ query, count, onAct, onClose }: BulkLocationsDialogProps) {
  const choice = useLinks(useListedLocation(query));
  return (
    <BulkLinksDialog
      what="Locations"
      count={count}
      choice={choice}
      onPreview={() => onAct({ act: 'locations', add: [], remove: [], ...choice.links })}
      onClose={onClose}
    >
      <LocationPicker label="Locations" selected={choice.selected} onToggle={choice.toggle} />
    </BulkLinksDialog>
  );
}

/** The location, if the list shows the users of exactly one. */
function useListedLocation(query: string) {
  const { filters } = readListFilters(userList, Object.fromEntries(new URLSearchParams(query)));
  const { isNot = true, values = [] } = filters.location ?? {};
  const isOne = !isNot && values.length === 1 && values[0] !== noValue;
  const locations = useLocations('');
  return isOne ? locations.data?.byId.get(values[0] ?? '') : undefined;
}
