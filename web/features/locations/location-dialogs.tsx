import type { Act } from '../../../contract/access/acts.ts';
import { useMayOpen } from '../../components/dialog/use-may-open.ts';
import { AddLocationDialog } from './add-location-dialog.tsx';
import { DeleteLocationDialog } from './delete-location-dialog.tsx';
import { EditLocationDialog } from './edit-location-dialog.tsx';

export interface LocationDialogsProps {
  dialog: string;
  id: string | undefined;
  onClose: () => void;
}

const acts: Partial<Record<string, Act>> = {
  add: 'addLocation',
  edit: 'editLocation',
  delete: 'deleteLocation',
};

export function LocationDialogs({ dialog, id, onClose }: LocationDialogsProps) {
  if (!useMayOpen(acts[dialog], onClose)) return null;
  if (dialog === 'add') return <AddLocationDialog onClose={onClose} />;
  if (!id) return null;
  if (dialog === 'edit') return <EditLocationDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'delete') return <DeleteLocationDialog key={id} id={id} onClose={onClose} />;
  return null;
}
