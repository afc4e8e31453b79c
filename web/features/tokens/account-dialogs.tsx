import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import {
  accountFields,
  type ServiceAccount,
  type ServiceAccountInput,
  serviceAccountInput,
} from '../../../contract/service-accounts.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { ChangedNote, followedRegister } from '../../components/dialog/followed.tsx';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useFollowRow } from '../../lib/form/follow-row.ts';
import { type Register, useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { rolesQuery } from '../roles/roles.api.ts';
import { accountQuery, createAccount, updateAccount } from './service-accounts.api.ts';
import { NameField, PowerFields } from './token-fields.tsx';

type Values = z.input<typeof serviceAccountInput>;
type Face = z.input<typeof accountFields>;

/** Nothing is chosen. */
const empty = {
  ...{ name: '', purpose: '', owner_role_id: '' },
  ...{ permissions: [], location_ids: [], district_ids: [] },
} as unknown as Values;

interface NewAccountDialogProps {
  onMade: (made: ServiceAccount) => void;
  onClose: () => void;
}

export function NewAccountDialog({ onMade, onClose }: NewAccountDialogProps) {
  const idOf = useCreateId();
  const form = useSchemaForm<Values, ServiceAccountInput>(serviceAccountInput, empty);
  const { values, setValue } = form;
  const save = useSave<ServiceAccountInput, ServiceAccount>({
    mutationFn: (input, context) => createAccount(idOf(input), input, context),
    onSuccess: onMade,
  });
  const { data: roles = [] } = useQuery(rolesQuery);
  const role = roles.find(({ id }) => id === values.owner_role_id);
  const { hasPermission } = useAccess();
  const hasAll = hasPermission('locations.all') && (role?.permissions.includes('locations.all') ?? true);
  const choose = (id: string) => {
    const chosen = roles.find((one) => one.id === id);
    setValue('owner_role_id', id);
    setValue(
      'permissions',
      values.permissions.filter((permission) => chosen?.permissions.includes(permission)),
    );
    if (values.scope === 'all' && !chosen?.permissions.includes('locations.all'))
      setValue('scope', empty.scope);
  };
  return (
    <FormDialog
      width="wide"
      title="New Service Account"
      submitLabel="Make account"
      busyLabel="Making..."
      form={form}
      save={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 pb-2">
        <FaceFields form={form} onRole={choose} />
        <PowerFields
          form={form}
          isPossible={(name) => role === undefined || role.permissions.includes(name)}
          limit="It can never do more than its owner role allows at that moment."
          hasAll={hasAll}
        />
      </div>
    </FormDialog>
  );
}

interface AccountDialogProps {
  account: ServiceAccount;
  onClose: () => void;
}

function valuesOf({ name, purpose, owner_role }: ServiceAccount): Face {
  return { name, purpose, owner_role_id: owner_role?.id ?? '' };
}

export function EditAccountDialog({ account, onClose }: AccountDialogProps) {
  const [seen, setSeen] = useState(account);
  const form = useSchemaForm<Face, Face>(accountFields, valuesOf(account));
  const followed = useFollowRow({ seen, onSeen: setSeen, now: account, form, valuesOf });
  useTypedValues(`edit service account ${account.id}`, form);
  const save = useSave<Face>({
    mutationFn: (input, context) => updateAccount(seen, input, context),
    onSuccess: (_, input) => {
      onClose();
      showToast({ text: `Service account ${input.name} updated` });
    },
  });
  const reload = useReload(accountQuery(account.id), (stored) => {
    setSeen(stored);
    form.reset(valuesOf(stored));
  });
  return (
    <FormDialog
      title="Edit Service Account"
      line={
        followed && (
          <ChangedNote followed={followed} by={undefined} labels={{ owner_role_id: 'owner role' }} />
        )
      }
      submitLabel="Update"
      busyLabel="Updating..."
      form={form}
      save={save}
      reload={reload}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 pb-2">
        <FaceFields
          form={{ ...form, register: followedRegister(form.register, followed) }}
          onRole={(id) => form.setValue('owner_role_id', id)}
        />
      </div>
    </FormDialog>
  );
}

interface FaceForm {
  values: Pick<Face, 'owner_role_id'>;
  formState: { errors: { owner_role_id?: { message: string } } };
  register: Register<Pick<Face, 'name' | 'purpose'>>;
}

function FaceFields({ form, onRole }: { form: FaceForm; onRole: (id: string) => void }) {
  const { data: roles = [] } = useQuery(rolesQuery);
  const { values, formState, register } = form;
  return (
    <>
      <NameField form={form} />
      <TextField label="Purpose" placeholder="Sends new users to payroll" {...register('purpose')} />
      <SelectInput
        label="Owner role"
        required
        name="owner_role_id"
        value={values.owner_role_id}
        error={formState.errors.owner_role_id?.message}
        hint="Not a user, so that it stays when a colleague leaves. Its holders hear when a token is about to expire."
        onChange={onRole}
      >
        <option value="">Choose a role</option>
        {roles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectInput>
    </>
  );
}

export function DeactivateAccountDialog({ account, onClose }: AccountDialogProps) {
  const { name, tokens } = account;
  return (
    <ConfirmDialog
      title="Deactivate Service Account"
      confirmLabel="Deactivate"
      busyLabel="Deactivating..."
      act={(context) => updateAccount(account, { is_active: false }, context)}
      done={{ text: `Service account ${name} deactivated` }}
      onClose={onClose}
    >
      <p>
        Are you sure you want to deactivate "{name}"?{' '}
        {tokens.length > 0 &&
          `Its programs are refused at once: ${countOf(tokens.length, 'token')} will end. `}
        You can activate it again, but its tokens stay ended.
      </p>
    </ConfirmDialog>
  );
}
