import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Checkbox, type CheckboxProps } from '../../components/form/checkbox.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { showSaved } from '../../components/table/marked-row.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { type SaveContext, useSave } from '../../lib/form/use-save.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { reasonOf } from '../../lib/network/request-failed.ts';
import { LocationsField, RolesField } from './assign/choice-fields.tsx';
import { InvitationLink } from './invitations/invitation-link.tsx';
import { sendInvitation } from './invitations/invitations.api.ts';
import { emptyUser, newUser, newUserInOwnLocations, pairClasses, UserFields } from './user-form.tsx';
import { createUser, replaceUserRoles } from './users.api.ts';

interface AddUserDialogProps {
  /** What was typed of the user in the command box: a name, an email or both. */
  typed?: string | undefined;
  onClose: () => void;
}

export function AddUserDialog({ typed = '', onClose }: AddUserDialogProps) {
  const { hasPermission, mayAct } = useAccess();
  const seesAllLocations = hasPermission('locations.all');
  const email = typed.split(' ').find((word) => word.includes('@')) ?? '';
  const full_name = typed.replace(email, '').trim();
  const start = { ...emptyUser, email, full_name };
  const form = useSchemaForm(seesAllLocations ? newUser : newUserInOwnLocations, start);
  const { register, formState, values } = form;
  useTypedValues('add user', form);
  const mayInvite = mayAct('inviteUser') && values.is_active !== false;
  // The user is saved, so closing the dialog discards nothing.
  const { save, added, link } = useAddUser({ mayInvite, onAdded: () => form.reset(values), onClose });

  if (added && link)
    return (
      <Dialog
        width="wide"
        title={`${displayName(added)} added`}
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <InvitationLink link={link} name={displayName(added)} />
      </Dialog>
    );
  return (
    <FormDialog
      width="wide"
      title="Add New User"
      submitLabel={added ? 'Try again' : 'Create User'}
      form={form}
      save={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {!added && (
          <>
            <TextField
              label="Email Address"
              required
              type="email"
              autoCapitalize="none"
              spellCheck={false}
              {...register('email')}
            />
            <UserFields register={register} />
          </>
        )}
        <div className={pairClasses}>
          {mayAct('assignRoles') && (
            <RolesField selected={values.role_ids} onChange={(ids) => form.setValue('role_ids', ids)} />
          )}
          {!added && (
            <LocationsField
              selected={values.location_ids}
              onChange={(ids) => form.setValue('location_ids', ids)}
              required={!seesAllLocations}
              error={formState.errors.location_ids?.message}
            />
          )}
        </div>
        {mayInvite && <InviteField isInvited={values.is_invited} {...register('is_invited')} />}
        {!added && !(mayInvite && values.is_invited) && (
          <p className="text-small text-ink-soft">
            User account will be created. Authentication setup can be configured separately.
          </p>
        )}
      </div>
    </FormDialog>
  );
}

function InviteField({ isInvited, ...checkbox }: { isInvited: boolean } & Omit<CheckboxProps, 'label'>) {
  const { sendsEmail, copiesLink } = useInviteWay();
  const created = copiesLink ? 'Create an invite link' : 'Create an invitation';
  return (
    <div>
      <Checkbox label={sendsEmail ? 'Email an invitation' : created} {...checkbox} />
      {!sendsEmail && !copiesLink && isInvited && (
        <p className="mt-1 text-small text-ink-soft">
          This server has no mail server. Ask an administrator to give them the link.
        </p>
      )}
    </div>
  );
}

/** Without a mail server somebody passes the link on: those who may copy it, or else an administrator. */
function useInviteWay() {
  const { sends_email } = useAppConfig();
  const { hasEveryPermission } = useAccess();
  return { sendsEmail: sends_email, copiesLink: !sends_email && hasEveryPermission() };
}

interface AddUserOptions {
  mayInvite: boolean;
  onAdded: () => void;
  onClose: () => void;
}

/** Grants the roles, then sends the invitation. A retry repeats only the steps that failed. */
function useAddUser({ mayInvite, onAdded, onClose }: AddUserOptions) {
  const idOf = useCreateId();
  const navigate = useNavigate();
  const { sendsEmail, copiesLink } = useInviteWay();
  const [added, setAdded] = useState<UserRow | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const save = useSave({
    mutationFn: async (
      { is_invited, role_ids, ...input }: z.output<typeof newUser>,
      context: SaveContext,
    ) => {
      let user = added ?? (await createUser(idOf(input), input, context));
      setAdded(user);
      onAdded();
      if (role_ids.join() !== user.role_ids.join()) {
        const assigned = { rows: role_ids.map((id) => ({ id })), updated_at: user.updated_at };
        const stored = await replaceUserRoles(user.id, assigned, context).catch((error: unknown) => {
          throw partly(user, 'the roles were not assigned', error);
        });
        user = { ...user, role_ids, updated_at: stored.updated_at };
        setAdded(user);
      }
      if (!mayInvite || !is_invited) return user;
      const sent = sendInvitation(user.id, copiesLink ? 'link' : 'mail', context);
      setLink(
        await sent.catch((error: unknown) => {
          throw partly(user, `the invitation was not ${sendsEmail ? 'sent' : 'created'}`, error);
        }),
      );
      return user;
    },
    onSuccess: (user, { is_invited }) => {
      const isInvited = mayInvite && is_invited;
      if (copiesLink && isInvited) return;
      onClose();
      const open = () => navigate({ to: '/users/$userId', params: { userId: user.id } });
      const invited = sendsEmail ? ' and invited' : ', invitation created';
      showSaved(user, {
        text: `${displayName(user)} added${isInvited ? invited : ''}`,
        action: { label: 'Open', run: open },
      });
    },
  });
  return { save, added, link };
}

function partly(user: UserRow, what: string, error: unknown) {
  return new Error(`${displayName(user)} was added, but ${what}: ${reasonOf(error)}`, { cause: error });
}
