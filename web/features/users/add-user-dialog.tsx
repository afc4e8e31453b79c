import type * as z from 'zod/mini';
import { userKey } from '../../../contract/search-key.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useSavedToast } from '../../components/table/use-saved-toast.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { nameOf } from '../../lib/format/user-name.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { LocationsField } from './assign/locations-field.tsx';
import { sendInvitation } from './invitations/invitations.api.ts';
import { emptyUser, newUser, newUserInOwnLocations, UserFields } from './user-form.tsx';
import { createUser } from './users.api.ts';

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const idOf = useCreateId();
  const { hasPermission } = useAccess();
  const { sends_email } = useAppConfig();
  const showSaved = useSavedToast('/users', userKey);
  const seesAllLocations = hasPermission('locations.all');
  const form = useSchemaForm(seesAllLocations ? newUser : newUserInOwnLocations, emptyUser);
  const { register, formState, values } = form;
  const mayInvite = hasPermission('users.invite') && values.is_active !== false;
  const save = useSave({
    mutationFn: async ({ is_invited, ...input }: z.output<typeof newUser>, context) => {
      // The same input keeps its id: after a failed invitation, a second press adds no second user.
      const id = idOf(input);
      const user = await createUser(id, input, context);
      if (mayInvite && is_invited) await sendInvitation(id, 'mail', context);
      return user;
    },
    onSuccess: (user) => {
      onClose();
      showSaved(user, { text: `${nameOf(user)} added` });
    },
  });

  return (
    <FormDialog title="Add New User" submitLabel="Create User" form={form} save={save} onClose={onClose}>
      <div className="space-y-4">
        <TextField
          label="Email Address"
          required
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <UserFields register={register} errors={formState.errors} />
        {!seesAllLocations && (
          <LocationsField
            selected={values.location_ids}
            onChange={(ids) => form.setValue('location_ids', ids)}
            error={formState.errors.location_ids?.message}
          />
        )}
        {mayInvite && (
          <div className="-mt-3">
            <Checkbox
              label={
                sends_email ? 'Send an invitation by email' : 'Keep an invitation for them on this server'
              }
              {...register('is_invited')}
            />
          </div>
        )}
        <Alert tone="info">
          User account will be created. Authentication setup can be configured separately.
        </Alert>
      </div>
    </FormDialog>
  );
}
