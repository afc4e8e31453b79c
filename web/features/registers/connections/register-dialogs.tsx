import { useState } from 'react';
import type * as z from 'zod/mini';
import {
  type Register,
  type RegisterEdit,
  type RegisterInput,
  registerEdit,
  registerInput,
} from '../../../../contract/registers.ts';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { FormDialog, type FormDialogProps } from '../../../components/dialog/form-dialog.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { CopyField } from '../../../components/form/copy-field.tsx';
import { Refusal, RequiredStar } from '../../../components/form/field.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useCreateId } from '../../../lib/form/new-id.ts';
import { useReload, useSave } from '../../../lib/form/use-save.ts';
import { LocationIds } from '../../../parts/choose/location-choices.tsx';
import { createRegister, registersQuery, updateRegister } from '../registers.api.ts';
import { SenderHelp } from './sender-help.tsx';

export interface AddRegisterDialogProps {
  onAdded: (key: ShownKey) => void;
  onClose: () => void;
}

export function AddRegisterDialog({ onAdded, onClose }: AddRegisterDialogProps) {
  const idOf = useCreateId();
  const form = useSchemaForm<RegisterValues, RegisterInput>(registerInput, emptyRegister);
  const save = useSave({
    mutationFn: (input: RegisterInput, context) => createRegister(idOf(input), input, context),
    onSuccess: ({ key, register }) => onAdded({ key, name: register.name }),
  });
  return (
    <RegisterForm title="Connect Register" submitLabel="Connect" form={form} save={save} onClose={onClose} />
  );
}

export interface RegisterDialogProps {
  register: Register;
  onClose: () => void;
}

export function EditRegisterDialog({ register, onClose }: RegisterDialogProps) {
  const [seen, setSeen] = useState(register);
  const form = useSchemaForm<RegisterValues, RegisterEdit>(registerEdit, valuesOf(register));
  const save = useSave({
    mutationFn: (input: RegisterEdit, context) => updateRegister(seen, input, context),
    onSuccess: ({ name }) => {
      onClose();
      showToast({ text: `${name} updated` });
    },
  });
  const reload = useReload(registersQuery(), (registers) => {
    const stored = registers.find(({ id }) => id === register.id) ?? register;
    setSeen(stored);
    form.reset(valuesOf(stored));
  });
  return (
    <RegisterForm
      title="Edit Register"
      submitLabel="Update"
      form={form}
      save={save}
      reload={reload}
      onClose={onClose}
    />
  );
}

export interface ShownKey {
  key: string;
  name: string;
}

/** The only time that the key is shown. */
export function KeyDialog({ shown: { key, name }, onClose }: { shown: ShownKey; onClose: () => void }) {
  return (
    <Dialog
      width="wide"
      title={`Key of ${name}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex flex-col gap-3 pb-2">
        <CopyField label="Key" text={key} />
        <p>
          Give it to the program that sends the files of these registers. It is only good for sending register
          files.
        </p>
        <SenderHelp />
      </div>
    </Dialog>
  );
}

type RegisterValues = z.input<typeof registerEdit>;

const emptyRegister: RegisterValues = {
  name: '',
  location_ids: [],
  has_net_departments: false,
  lacks_check_digit: false,
  over_short_sign: 'undecided',
};

/** No standard says it: who has counted a till can tell. */
const overShortOptions = [
  { value: 'undecided', label: 'Undecided' },
  { value: 'over', label: 'More in the drawer than expected' },
  { value: 'short', label: 'Less in the drawer than expected' },
] as const;

function valuesOf(register: Register): RegisterValues {
  const { name, location_ids, has_net_departments, lacks_check_digit, over_short_sign, store_number } =
    register;
  return {
    ...{ name, location_ids, has_net_departments, lacks_check_digit, over_short_sign },
    ...(store_number !== null && { store_number }),
  };
}

function RegisterForm(props: Omit<FormDialogProps<RegisterValues, RegisterEdit>, 'children'>) {
  const { register, values, setValue, formState } = props.form;
  return (
    <FormDialog {...props}>
      <div className="flex flex-col gap-4">
        <TextField label="Name" required placeholder="Mill Road registers" {...register('name')} />
        <div>
          <p className="mb-1.5 font-medium">
            Locations
            <RequiredStar />
          </p>
          <LocationIds
            chosen={values.location_ids}
            isOpenOnly
            onChange={(ids) => setValue('location_ids', ids)}
          />
          <Refusal text={formState.errors.location_ids?.message} />
          <p className="mt-1.5 text-small text-ink-soft">
            With one location, each file of this key belongs to it. With several, the number in a file
            decides.
          </p>
        </div>
        {values.store_number !== undefined && values.location_ids.length === 1 && (
          <TextField
            label="Number in its files"
            required
            hint="The first file fixed it. Files with another number are not counted."
            {...register('store_number')}
          />
        )}
        <div className="flex flex-col">
          <Checkbox label="Department sales are already net" {...register('has_net_departments')} />
          <Checkbox label="Codes come without check digit" {...register('lacks_check_digit')} />
        </div>
        <SelectField
          label="A positive over/short means"
          isLabeled
          value={values.over_short_sign ?? 'undecided'}
          options={overShortOptions}
          onChange={(sign) => setValue('over_short_sign', sign)}
        />
      </div>
    </FormDialog>
  );
}
