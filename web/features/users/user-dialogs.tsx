import { useMayOpen } from '../../components/dialog/use-may-open.ts';
import { actOfDialog } from '../../parts/acts/act-look.ts';
import { addUserAct, userActs } from '../../parts/acts/user-acts.ts';
import { DeactivateSelfDialog } from './account/deactivate-self-dialog.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { AssignLocationsDialog } from './assign/assign-locations-dialog.tsx';
import { AssignRolesDialog } from './assign/assign-roles-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { InvitationDialog } from './invitations/invitation-dialog.tsx';

export interface UserDialogsProps {
  dialog: string;
  id: string | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}

export function UserDialogs({ dialog, id, onClose, onDeleted = onClose }: UserDialogsProps) {
  if (!useMayOpen(actOfDialog({ ...userActs, add: addUserAct }, dialog), onClose)) return null;
  if (dialog === 'add') return <AddUserDialog onClose={onClose} />;
  if (dialog === 'deactivate') return <DeactivateSelfDialog onClose={onClose} />;
  if (!id) return null;
  if (dialog === 'edit') return <EditUserDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'invitation') return <InvitationDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'locations') return <AssignLocationsDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'roles') return <AssignRolesDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'delete')
    return <DeleteUserDialog key={id} id={id} onClose={onClose} onDeleted={onDeleted} />;
  return null;
}
