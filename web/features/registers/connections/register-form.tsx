import { useState } from 'react';
import type * as z from 'zod/mini';
import type { LocationChoice } from '../../../../contract/locations.ts';
import type { Register, RegisterEdit, registerEdit } from '../../../../contract/registers.ts';
import { FormDialog, type FormDialogProps } from '../../../components/dialog/form-dialog.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { type Chosen, chosenOf, withAll, withOrWithout } from '../../../lib/list/chosen.ts';
import { useLocationsNamed } from '../../../parts/choose/location-choices.api.ts';
import { LocationPicker, useOpenLocations } from '../../../parts/choose/location-picker.tsx';

export type RegisterValues = z.input<typeof registerEdit>;

export const emptyRegister: RegisterValues = {
  name: '',
  location_ids: [],
  has_net_departments: false,
  lacks_check_digit: false,
};

export function valuesOf(register: Register): RegisterValues {
  const { name, location_ids, has_net_departments, lacks_check_digit, store_number } = register;
  return {
    ...{ name, location_ids, has_net_departments, lacks_check_digit },
    ...(store_number !== null && { store_number }),
  };
}

type RegisterFormProps = Omit<FormDialogProps<RegisterValues, RegisterEdit>, 'children'>;

export function RegisterForm(props: RegisterFormProps) {
  const { register, values, setValue, formState } = props.form;
  return (
    <FormDialog {...props}>
      <div className="flex flex-col gap-4">
        <TextField label="Name" required placeholder="Mill Road registers" {...register('name')} />
        <div>
          <p className="mb-1.5 font-medium">
            Locations
            <span className="text-bad" aria-hidden="true">
              {' *'}
            </span>
          </p>
          <LocationsField chosen={values.location_ids} onChange={(ids) => setValue('location_ids', ids)} />
          {formState.errors.location_ids && (
            <p role="alert" className="mt-1.5 text-small text-bad">
              {formState.errors.location_ids.message}
            </p>
          )}
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
      </div>
    </FormDialog>
  );
}

interface LocationsFieldProps {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

function LocationsField({ chosen, onChange }: LocationsFieldProps) {
  const [start] = useState(chosen);
  const first = useLocationsNamed(start);
  const choices = useOpenLocations();
  const [picked, setPicked] = useState<Chosen<LocationChoice>>(new Map());
  const known = withAll(chosenOf(first ?? []), [...picked.values()]);
  return (
    <LocationPicker
      choices={first ? choices : { ...choices, data: undefined }}
      first={first ?? []}
      selected={chosenOf(chosen.flatMap((id) => known.get(id) ?? []))}
      onToggle={(location) => {
        setPicked(withAll(picked, [location]));
        onChange(withOrWithout(chosen, location.id));
      }}
      isInField
    />
  );
}
