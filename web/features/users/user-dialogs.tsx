import { displayName, type UserRow } from '../../../contract/users.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { QueryDialog } from '../../components/dialog/query-dialog.tsx';
import { useMayOpen } from '../../components/dialog/use-may-open.ts';
import { useAccess } from '../../lib/account/access.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { actOfDialog } from '../../parts/acts/act-look.ts';
import { addUserAct, userActs } from '../../parts/acts/user-acts.ts';
import { EndedCovers } from '../../parts/covers/ended-covers.tsx';
import { DeactivateDialog } from './account/deactivate-dialog.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { AssignLocationsDialog, AssignRolesDialog } from './assign/assign-dialogs.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { InvitationDialog } from './invitations/invitation-dialog.tsx';
import { deleteUser, userRowQuery } from './users.api.ts';

interface UserDialogsProps {
  dialog: string;
  id: string | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}

export function UserDialogs({ dialog, id, onClose, onDeleted = onClose }: UserDialogsProps) {
  if (!useMayOpen(actOfDialog({ ...userActs, add: addUserAct }, dialog), onClose)) return null;
  if (dialog === 'add') return <AddUserDialog typed={id} onClose={onClose} />;
  if (!id) return null;
  const row = { query: userRowQuery(id), loading: 'Loading users...', onClose };
  if (dialog === 'edit')
    return (
      <QueryDialog key={id} {...row} title="Edit User">
        {(user) => <EditUserDialog user={user} onClose={onClose} />}
      </QueryDialog>
    );
  if (dialog === 'invitation') return <InvitationDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'locations') return <AssignLocationsDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'roles') return <AssignRolesDialog key={id} id={id} onClose={onClose} />;
  if (dialog === 'deactivate')
    return (
      <QueryDialog key={id} {...row} title="Deactivate User">
        {(user) => <DeactivateDialog user={user} onClose={onClose} />}
      </QueryDialog>
    );
  if (dialog === 'delete')
    return (
      <QueryDialog key={id} {...row} title="Delete User">
        {(user) => <DeleteUserDialog user={user} onClose={onClose} onDeleted={onDeleted} />}
      </QueryDialog>
    );
  return null;
}

interface DeleteUserDialogProps {
  user: UserRow;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { isSelf } = useAccess();
  const losses = describeLosses(user);
  return (
    <ConfirmDialog
      title="Delete User"
      act={(context) => deleteUser(user.id, context)}
      done={{ about: user.id, text: `${displayName(user)} deleted` }}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{displayName(user)}"? This action cannot be undone.</p>
      {losses && <p className="mt-2 font-medium text-ink">{losses}</p>}
      <EndedCovers userId={user.id} />
      {isSelf(user.id) && (
        <p className="mt-2 font-medium text-ink">
          This is your own account: you are signed out at once, and you lose all access for good.
        </p>
      )}
    </ConfirmDialog>
  );
}

function describeLosses({ role_ids, location_ids, last_sign_in_at }: UserRow) {
  const [roles, locations] = [role_ids.length, location_ids.length];
  const grants = [
    roles > 0 && countOf(roles, 'role'),
    locations > 0 && countOf(locations, 'location'),
  ].filter(Boolean);
  const losses = [
    grants.length > 0 && `revokes ${grants.join(' and ')}`,
    last_sign_in_at && 'signs the user out everywhere',
  ].filter(Boolean);
  return losses.length > 0 && `This ${losses.join(', and ')}.`;
}
