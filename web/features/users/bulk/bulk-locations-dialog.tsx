import type { LocationChoice } from '../../../../contract/locations.ts';
import { OpenLocationPicker } from '../../../parts/choose/location-picker.tsx';
import { BulkLinksDialog } from './bulk-links-dialog.tsx';
import type { BulkDialogProps } from './bulk-roles-dialog.tsx';
import { useLinks } from './use-links.ts';

export function BulkLocationsDialog({ count, onAct, onClose }: BulkDialogProps) {
  const choice = useLinks<LocationChoice>();
  return (
    <BulkLinksDialog
      what="Locations"
      count={count}
      choice={choice}
      onPreview={() => onAct({ act: 'locations', add: [], remove: [], ...choice.links })}
      onClose={onClose}
    >
      <OpenLocationPicker selected={choice.selected} onToggle={choice.toggle} onAdd={choice.add} />
    </BulkLinksDialog>
  );
}
