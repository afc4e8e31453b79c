import { useState } from 'react';
import type * as z from 'zod/mini';
import { type District, type DistrictInput, districtInput } from '../../../contract/districts.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { ChangedNote, followedRegister } from '../../components/dialog/followed.tsx';
import { FormDialog, type FormDialogProps } from '../../components/dialog/form-dialog.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { showSaved } from '../../components/table/marked-row.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { type Followed, useFollowRow } from '../../lib/form/follow-row.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { districtQuery } from '../../parts/choose/district-choices.api.ts';
import { UserField } from '../../parts/choose/user-choices.tsx';
import { createDistrict, deleteDistrict, updateDistrict } from './districts.api.ts';

type Values = z.input<typeof districtInput>;

const emptyDistrict: Values = { name: '', number: '', manager_id: null };

function valuesOf({ name, number, manager }: District): Values {
  return { name, number: number ?? '', manager_id: manager?.id ?? null };
}

export function AddDistrictDialog({ onClose }: { onClose: () => void }) {
  const idOf = useCreateId();
  const form = useSchemaForm<Values, DistrictInput>(districtInput, emptyDistrict);
  useTypedValues('add district', form);
  const save = useSave({
    mutationFn: (input: DistrictInput, context) => {
      const id = idOf(input);
      return createDistrict(id, input, context).then(() => id);
    },
    onSuccess: (id, { name }) => {
      onClose();
      showSaved({ id }, { text: `${name} added` });
    },
  });
  return (
    <DistrictForm title="Add New District" submitLabel="Create" form={form} save={save} onClose={onClose} />
  );
}

interface DistrictDialogProps {
  district: District;
  onClose: () => void;
}

export function EditDistrictDialog({ district, onClose }: DistrictDialogProps) {
  const [seen, setSeen] = useState(district);
  const form = useSchemaForm<Values, DistrictInput>(districtInput, valuesOf(district));
  const followed = useFollowRow({ seen, onSeen: setSeen, now: district, form, valuesOf });
  useTypedValues(`edit district ${district.id}`, form);
  const save = useSave({
    mutationFn: ({ manager_id, ...input }: DistrictInput, context) =>
      // A manager whom the reader may not see stays.
      updateDistrict(
        seen,
        manager_id === (seen.manager?.id ?? null) ? input : { ...input, manager_id },
        context,
      ),
    onSuccess: (_, { name }) => {
      onClose();
      showSaved(district, { text: `${name} updated` });
    },
  });
  const reload = useReload(districtQuery(district.id), (stored) => {
    setSeen(stored);
    form.reset(valuesOf(stored));
  });
  return (
    <DistrictForm
      title="Edit District"
      submitLabel="Update"
      form={form}
      followed={followed}
      save={save}
      reload={reload}
      onClose={onClose}
    />
  );
}

interface DistrictFormProps extends Omit<FormDialogProps<Values, DistrictInput>, 'children'> {
  /** Of an edit. */
  followed?: Followed<keyof Values> | null;
}

function DistrictForm({ followed = null, ...dialog }: DistrictFormProps) {
  const { values, formState, setValue } = dialog.form;
  const register = followedRegister(dialog.form.register, followed);
  return (
    <FormDialog
      {...dialog}
      line={
        followed && (
          <ChangedNote followed={followed} by={undefined} labels={{ manager_id: 'district manager' }} />
        )
      }
    >
      <div className="flex flex-col gap-4">
        <TextField label="Name" required {...register('name')} />
        <TextField label="District Number" {...register('number')} />
        <UserField
          label="Manager"
          name="manager_id"
          none="No manager"
          hint="Shown here and notified. Only users who have the district see its locations."
          value={values.manager_id ?? null}
          error={formState.errors.manager_id?.message}
          onChange={(id) => setValue('manager_id', id)}
        />
      </div>
    </FormDialog>
  );
}

interface DeleteDistrictDialogProps extends DistrictDialogProps {
  /** Replaces `onClose` on the page of the district, which must be left after the deletion. */
  onDeleted?: () => unknown;
}

export function DeleteDistrictDialog({ district, onClose, onDeleted = onClose }: DeleteDistrictDialogProps) {
  const { id, name, user_count } = district;
  return (
    <ConfirmDialog
      title="Delete District"
      act={(context) => deleteDistrict(id, context)}
      done={{ text: `${name} deleted` }}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{name}"? This action cannot be undone.</p>
      {user_count > 0 && (
        <p className="mt-2 font-medium text-ink">{countOf(user_count, 'user has it', 'users have it')}.</p>
      )}
    </ConfirmDialog>
  );
}
