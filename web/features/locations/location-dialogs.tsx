import { useMayOpen } from '../../components/dialog/use-may-open.ts';
import { actOfDialog } from '../../parts/acts/act-look.ts';
import { addLocationAct, locationActs } from '../../parts/acts/location-acts.ts';
import { AddLocationDialog } from './add-location-dialog.tsx';
import { DeleteLocationDialog } from './delete-location-dialog.tsx';
import { EditLocationDialog } from './edit-location-dialog.tsx';

export interface LocationDialogsProps {
  dialog: string;
  id: string | undefined;
  onClose: () => void;
}

const { edit, delete: remove } = locationActs;
const acts = { add: addLocationAct, edit, remove };

export function LocationDialogs({ dialog, id, onClose }: LocationDialogsProps) {
  if (!useMayOpen(actOfDialog(acts, dialog), onClose)) return null;
  if (dialog === 'add') return <AddLocationDialog onClose={onClose} />;
  if (!id) return null;
  if (dialog === 'edit') return <EditLocationDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'delete') return <DeleteLocationDialog key={id} id={id} onClose={onClose} />;
  return null;
}
