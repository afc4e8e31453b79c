import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { type District, type DistrictInput, districtInput } from '../../../contract/districts.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { ChangedNote, followedRegister } from '../../components/dialog/followed.tsx';
import { FormDialog, type FormDialogProps } from '../../components/dialog/form-dialog.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { showSaved } from '../../components/table/marked-row.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { type Followed, useFollowRow } from '../../lib/form/follow-row.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { type SaveContext, useReload, useSave } from '../../lib/form/use-save.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { districtQuery } from '../../parts/choose/district-choices.api.ts';
import { useUserNamed } from '../../parts/choose/user-choices.api.ts';
import { UserField } from '../../parts/choose/user-choices.tsx';
import { userLocationsQuery } from '../users/users.api.ts';
import { createDistrict, deleteDistrict, switchDistrict, updateDistrict } from './districts.api.ts';

type Values = z.input<typeof districtInput>;

const emptyDistrict: Values = { name: '', number: '', manager_id: null };

function valuesOf({ name, number, manager }: District): Values {
  return { name, number: number ?? '', manager_id: manager?.id ?? null };
}

export function AddDistrictDialog({ onClose }: { onClose: () => void }) {
  const idOf = useCreateId();
  const form = useSchemaForm<Values, DistrictInput>(districtInput, emptyDistrict);
  useTypedValues('add district', form);
  const gift = useGift();
  const save = useSave({
    mutationFn: async (input: DistrictInput, context) => {
      const id = idOf(input);
      await createDistrict(id, input, context);
      return { id, isGiven: await gift.give({ id }, input, context) };
    },
    onSuccess: ({ id, isGiven }, { name }) => {
      onClose();
      showSaved({ id }, { text: `${name} added${isGiven ? givenToo : ''}` });
    },
  });
  return (
    <DistrictForm
      title="Add New District"
      submitLabel="Create"
      form={form}
      gift={gift}
      save={save}
      onClose={onClose}
    />
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
  const gift = useGift();
  const save = useSave({
    mutationFn: async (input: DistrictInput, context) => {
      const { manager_id, ...others } = input;
      // A manager whom the reader may not see stays.
      const isSame = manager_id === (seen.manager?.id ?? null);
      await updateDistrict(seen, isSame ? others : input, context);
      return gift.give(seen, input, context);
    },
    onSuccess: (isGiven, { name }) => {
      onClose();
      showSaved(district, { text: `${name} updated${isGiven ? givenToo : ''}` });
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
      district={district}
      gift={gift}
      save={save}
      reload={reload}
      onClose={onClose}
    />
  );
}

interface DistrictFormProps extends Omit<FormDialogProps<Values, DistrictInput>, 'children'> {
  /** Of an edit. */
  followed?: Followed<keyof Values> | null;
  district?: District;
  gift: ReturnType<typeof useGift>;
}

function DistrictForm({ followed = null, district, gift, ...dialog }: DistrictFormProps) {
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
        {values.manager_id != null && (
          <GiftOffer
            managerId={values.manager_id}
            district={district}
            name={values.name.trim() || 'the district'}
            gift={gift}
          />
        )}
      </div>
    </FormDialog>
  );
}

const givenToo = ' and given to its manager';

/** To the manager, after the district was saved. Another manager must be chosen anew. */
function useGift() {
  const [to, setTo] = useState<string | null>(null);
  return {
    to,
    setTo,
    async give(district: Pick<District, 'id'>, { manager_id }: DistrictInput, context: SaveContext) {
      if (to === null || to !== manager_id) return false;
      await switchDistrict(to, district, true, context);
      return true;
    },
  };
}

interface GiftOfferProps extends Pick<DistrictFormProps, 'gift'> {
  managerId: string;
  /** Absent for a new one, which nobody has. */
  district: District | undefined;
  name: string;
}

/** Managing gives no access by itself. */
function GiftOffer({ managerId, district, name, gift }: GiftOfferProps) {
  const mayGive = useAccess().mayAct('assignLocations');
  const manager = useUserNamed(managerId);
  const { data } = useQuery({ ...userLocationsQuery(managerId), enabled: district !== undefined });
  const lacksIt = district === undefined || data?.districts?.every(({ id }) => id !== district.id);
  if (manager === undefined || !lacksIt) return null;
  if (!mayGive)
    return (
      <p className="text-ink-soft">
        {manager} does not have {name}. You may not give it: ask somebody who may assign locations.
      </p>
    );
  const count = district?.location_count ?? 0;
  const all = count > 1 ? `all ${countOf(count, 'location')}` : 'all locations';
  return (
    <Checkbox
      label={`Give ${manager} access to ${all} of ${name}`}
      hint={<span className="block pl-7 text-ink-soft">Those of today, and new ones.</span>}
      checked={gift.to === managerId}
      onChange={({ target }) => gift.setTo(target.checked ? managerId : null)}
    />
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
