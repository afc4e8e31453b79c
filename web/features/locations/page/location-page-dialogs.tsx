import type { Location } from '../../../../contract/locations.ts';
import { useMayOpen } from '../../../components/dialog/use-may-open.ts';
import { actOfDialog } from '../../../parts/acts/act-look.ts';
import { locationActs } from '../../../parts/acts/location-acts.ts';
import { AssignUsersDialog } from '../access-list/assign-users-dialog.tsx';
import { CloseLocationDialog } from '../close-location-dialog.tsx';
import { DeleteLocationDialog } from '../delete-location-dialog.tsx';
import { EditLocationDialog } from '../edit-location-dialog.tsx';

export interface LocationPageDialogsProps {
  dialog: string;
  location: Location;
  onClose: () => void;
  onDeleted: () => void;
}

export function LocationPageDialogs({ dialog, location, onClose, onDeleted }: LocationPageDialogsProps) {
  const { id } = location;
  if (!useMayOpen(actOfDialog(locationActs, dialog), onClose)) return null;
  if (dialog === 'assign') return <AssignUsersDialog location={location} onClose={onClose} />;
  if (dialog === 'edit') return <EditLocationDialog id={id} onClose={onClose} />;
  if (dialog === 'close') return <CloseLocationDialog location={location} onClose={onClose} />;
  if (dialog === 'delete') return <DeleteLocationDialog id={id} onClose={onClose} onDeleted={onDeleted} />;
  return null;
}
