import type { Permission } from '../../../contract/access/permissions.ts';
import { useMayOpen } from '../../components/dialog/use-may-open.ts';
import { AddLocationDialog } from './add-location-dialog.tsx';
import { DeleteLocationDialog } from './delete-location-dialog.tsx';
import { EditLocationDialog } from './edit-location-dialog.tsx';

export interface LocationDialogsProps {
  dialog: string;
  id: string | undefined;
  onClose: () => void;
}

const permissions: Partial<Record<string, Permission>> = {
  add: 'locations.create',
  edit: 'locations.update',
  delete: 'locations.delete',
};

/** The dialog that the URL names. */
export function LocationDialogs({ dialog, id, onClose }: LocationDialogsProps) {
  if (!useMayOpen(permissions[dialog], onClose)) return null;
  if (dialog === 'add') return <AddLocationDialog onClose={onClose} />;
  if (!id) return null;
  if (dialog === 'edit') return <EditLocationDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'delete') return <DeleteLocationDialog key={id} id={id} onClose={onClose} />;
  return null;
}
