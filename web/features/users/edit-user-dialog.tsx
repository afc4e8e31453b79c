import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { describeOwnLoss, lostByLeaving } from '../../../contract/own-access.ts';
import { type UserRow, userInput } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { CancelButton } from '../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { WaitingDialog } from '../../components/dialog/waiting-dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { SaveFailure } from '../../components/feedback/save-failure.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { settled, showIssues, useSchemaForm } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { deactivationWarning } from './account/deactivate-self-dialog.tsx';
import { UserAccess } from './account/user-access.tsx';
import { UserEmail } from './account/user-email.tsx';
import { useUserRow } from './use-user-row.ts';
import { UserFields } from './user-fields.tsx';
import { fetchUser, type StateChange, updateUser } from './users.api.ts';

const schema = z.omit(userInput, { email: true });

export interface EditUserDialogProps {
  id: string;
  onClose: () => void;
  onStateChange: (change: StateChange) => void;
}

export function EditUserDialog({ id, onClose, onStateChange }: EditUserDialogProps) {
  const { user, error, retry } = useUserRow(id);
  if (user) return <EditForm user={user} onClose={onClose} onStateChange={onStateChange} />;
  return (
    <WaitingDialog
      title="Edit User"
      label="Loading users..."
      error={error}
      onRetry={retry}
      onClose={onClose}
    />
  );
}

interface EditFormProps extends Omit<EditUserDialogProps, 'id'> {
  user: UserRow;
}

function EditForm({ user, onClose, onStateChange }: EditFormProps) {
  const { isSelf } = useAccess();
  const whyActive = useWhyActive();
  const [seen, setSeen] = useState(user);
  const form = useSchemaForm(schema, valuesOf(user));
  const { register, formState, values } = form;
  const save = useSave({
    mutationFn: ({ is_active, ...input }: z.output<typeof schema>, signal) =>
      // An unchanged state is left out: who may edit but not deactivate would be refused.
      updateUser(
        seen.id,
        seen.updated_at,
        is_active === seen.is_active ? input : { ...input, is_active },
        signal,
      ),
    onSuccess: (change) => {
      onStateChange(change);
      onClose();
    },
    onError: (error) => showIssues(form, error),
  });
  const reload = useMutation({
    mutationFn: () => fetchUser(seen.id),
    onSuccess: (stored) => {
      form.reset(valuesOf(stored));
      setSeen(stored);
      save.reset();
    },
  });
  const error = reload.error ?? save.error;

  return (
    <Dialog
      open
      title="Edit User"
      onClose={onClose}
      isChanged={formState.isChanged}
      onSubmit={form.handleSubmit((input) => settled(save.mutateAsync(input)))}
      busy={save.isPending}
      error={
        error && <SaveFailure error={error} onReload={() => reload.mutate()} reloading={reload.isPending} />
      }
      footer={
        <>
          <CancelButton />
          <Button type="submit" loading={save.isPending} loadingLabel="Saving...">
            Update User
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <UserEmail user={seen} onCorrected={setSeen} />
        <UserFields register={register} errors={formState.errors} whyActive={whyActive(user.id)} />
        {isSelf(user.id) && seen.is_active && !values.is_active && (
          <Alert tone="info">You are deactivating your own account. {deactivationWarning}</Alert>
        )}
        <UserAccess user={user} />
      </div>
    </Dialog>
  );
}

/** Why the signed-in user may not deactivate somebody, or undefined. */
function useWhyActive() {
  const { hasPermission, keepsOwnAccess } = useAccess();
  return (userId: string) => {
    if (!hasPermission('users.deactivate')) return 'Your roles do not allow you to deactivate users';
    return keepsOwnAccess(userId) ? describeOwnLoss(lostByLeaving) : undefined;
  };
}

/** An edited user without a name is prefilled with the text 'User Name' (specification section 2). */
function valuesOf({ full_name, phone, is_active }: UserRow) {
  return { full_name: full_name || 'User Name', phone: phone ?? '', is_active };
}
