import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { describeOwnLoss, lostByLeaving } from '../../../contract/access/own-access.ts';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { ChangedNote, followedRegister } from '../../components/dialog/followed.tsx';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { showSaved } from '../../components/table/marked-row.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useFollowRow } from '../../lib/form/follow-row.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { useLastActor } from '../../lib/list/last-actor.ts';
import { useCachedRow } from '../../lib/list/list-cache.ts';
import { EndedCovers } from '../../parts/covers/ended-covers.tsx';
import { deactivationWarning } from './account/deactivate-dialog.tsx';
import { ResetFactor } from './account/reset-factor.tsx';
import { showStateChange } from './account/switch-active.ts';
import { UserEmail } from './account/user-email.tsx';
import { UserSessionsDialog } from './account/user-sessions-dialog.tsx';
import { InvitationDialog } from './invitations/invitation-dialog.tsx';
import { userQuery } from './page/user-page.api.ts';
import { editedUser, UserFields, valuesOf } from './user-form.tsx';
import { updateUser, userRowQuery, usersSource } from './users.api.ts';

export function EditUserDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { isSelf } = useAccess();
  const client = useQueryClient();
  const whyActive = useWhyActive(user.id);
  // Not on Correct email, which comes before the fields.
  const first = useRef<HTMLInputElement>(null);
  const [seen, setSeen] = useState(user);
  const form = useSchemaForm(editedUser, valuesOf(user));
  const { values } = form;
  const followed = useFollowRow({ seen, onSeen: setSeen, now: useUserNow(user.id), form, valuesOf });
  const by = useLastActor({ user: user.id }, followed?.at);
  const register = followedRegister(form.register, followed);
  useTypedValues(`edit user ${user.id}`, form);
  const save = useSave({
    mutationFn: ({ is_active, ...input }: z.output<typeof editedUser>, context) =>
      // An unchanged state is left out: an actor who may edit but not deactivate would be refused.
      updateUser(seen, is_active === seen.is_active ? input : { ...input, is_active }, context),
    onSuccess: (change) => {
      onClose();
      const isStateChange = change.user.is_active !== seen.is_active;
      if (isStateChange && !isSelf(user.id)) showStateChange(change, client);
      else showSaved(change.user, { text: `${displayName(change.user)} updated` });
    },
  });
  const reload = useReload(userRowQuery(user.id), (stored) => {
    setSeen(stored);
    form.reset(valuesOf(stored));
  });

  return (
    <FormDialog
      title="Edit User"
      line={followed && <ChangedNote followed={followed} by={by} labels={changedLabels} />}
      submitLabel="Update User"
      initialFocus={first}
      form={form}
      save={save}
      reload={reload}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <UserEmail user={seen} onCorrected={setSeen} />
        <UserFields first={first} register={register} whyActive={whyActive} />
        {isSelf(user.id) && seen.is_active && !values.is_active && (
          <Alert tone="info">You are deactivating your own account. {deactivationWarning}</Alert>
        )}
        {seen.is_active && !values.is_active && <EndedCovers userId={user.id} />}
        <SigningInSection user={user} />
      </div>
    </FormDialog>
  );
}

const changedLabels = { full_name: 'name', is_active: 'state' };

function useWhyActive(userId: string) {
  const { mayAct, keepsOwnAccess } = useAccess();
  if (!mayAct('setUserActive')) return 'Your roles do not allow you to deactivate users';
  return keepsOwnAccess(userId) ? describeOwnLoss(lostByLeaving) : undefined;
}

/** Its dialogs lie above the Edit dialog, which keeps what was typed. */
function SigningInSection({ user }: { user: UserRow }) {
  const { mayAct, isSelf } = useAccess();
  const [open, setOpen] = useState<'invitation' | 'devices' | null>(null);
  const maySend = mayAct('inviteUser');
  const maySee = mayAct('endUserSessions');
  const mayReset = mayAct('resetSecondFactor') && !isSelf(user.id);
  if (!maySend && !maySee && !mayReset) return null;

  return (
    <section aria-label="Signing in" className="border-t border-line pt-4 pb-1">
      <h3 className="mb-2 font-medium">Signing in</h3>
      <div className="flex flex-wrap gap-2">
        {maySend && (
          <Button variant="secondary" onClick={() => setOpen('invitation')}>
            Invitation
          </Button>
        )}
        {maySee && (
          <Button variant="secondary" onClick={() => setOpen('devices')}>
            Devices
          </Button>
        )}
        {mayReset && <ResetFactor user={user} />}
      </div>
      {open === 'invitation' && <InvitationDialog id={user.id} onClose={() => setOpen(null)} />}
      {open === 'devices' && <UserSessionsDialog id={user.id} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** The newest row that the browser has, of the list or of the user's page; it does not ask for one. */
function useUserNow(id: string): UserRow | undefined {
  const ofList = useCachedRow(usersSource, id);
  const { data: ofPage, isPlaceholderData } = useQuery({ ...userQuery(id), enabled: false });
  if (!ofPage || isPlaceholderData) return ofList;
  return ofList && ofList.updated_at > ofPage.updated_at ? ofList : ofPage;
}
