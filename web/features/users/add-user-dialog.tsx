import { useState } from 'react';
import * as z from 'zod/mini';
import { userInput } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { CancelButton } from '../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { SaveFailure } from '../../components/feedback/save-failure.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { settled, showIssues, useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { LocationsField } from './assign/locations-field.tsx';
import { sendInvitation } from './invitations/invitations.api.ts';
import { UserFields } from './user-fields.tsx';
import { createUser } from './users.api.ts';

const anywhere = z.extend(userInput, { location_ids: z.array(z.string()) });
/** Who does not have access to all locations adds users to their own. */
const inOwnLocations = z.extend(userInput, {
  location_ids: z.array(z.string()).check(z.minLength(1, 'Select at least one location')),
});

const emptyValues = { email: '', full_name: '', phone: '', is_active: true, location_ids: [] as string[] };

export interface AddUserDialogProps {
  onClose: () => void;
}

export function AddUserDialog({ onClose }: AddUserDialogProps) {
  const idOf = useCreateId();
  const { hasPermission } = useAccess();
  const { sends_email } = useAppConfig();
  const seesAllLocations = hasPermission('locations.all');
  const form = useSchemaForm(seesAllLocations ? anywhere : inOwnLocations, emptyValues);
  const { register, formState } = form;
  const [isInvited, setInvited] = useState(false);
  const mayInvite = hasPermission('users.invite') && form.values.is_active !== false;
  const save = useSave({
    // Who is added but not invited is added no second time by another press: the id stays the same.
    mutationFn: async (input: z.output<typeof anywhere>, signal) => {
      const id = idOf(input);
      await createUser(id, input, signal);
      if (mayInvite && isInvited) await sendInvitation(id, 'mail');
    },
    onSuccess: onClose,
    onError: (error) => showIssues(form, error),
  });

  return (
    <Dialog
      open
      title="Add New User"
      onClose={onClose}
      isChanged={formState.isChanged || isInvited}
      onSubmit={form.handleSubmit((input) => settled(save.mutateAsync(input)))}
      busy={save.isPending}
      error={save.error && <SaveFailure error={save.error} />}
      footer={
        <>
          <CancelButton />
          <Button type="submit" loading={save.isPending} loadingLabel="Saving...">
            Create User
          </Button>
        </>
      }
    >
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
            selected={form.values.location_ids}
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
              checked={isInvited}
              onChange={(event) => setInvited(event.currentTarget.checked)}
            />
          </div>
        )}
        <Alert tone="info">
          User account will be created. Authentication setup can be configured separately.
        </Alert>
      </div>
    </Dialog>
  );
}
