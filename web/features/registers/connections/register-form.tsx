import { useCallback, useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import type { Register, RegisterEdit, registerEdit } from '../../../../contract/registers.ts';
import { FormDialog, type FormDialogProps } from '../../../components/dialog/form-dialog.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { EntityPicker, useRankedRows } from '../../../components/form/entity-picker.tsx';
import { renderLocationChoice } from '../../../components/form/location-choice.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { whyNoRows } from '../../../lib/directory/index.ts';
import { type ListedLocation, openLocations, useLocations } from '../../locations/locations.api.ts';

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

/** Closed locations are offered only when they were chosen already. */
function LocationsField({ chosen, onChange }: LocationsFieldProps) {
  const [text, setText] = useState('');
  const [first] = useState(() => new Set(chosen));
  const view = useLocations(text, { offered: openLocations });
  const isOffered = useCallback(({ id, closed_on }: ListedLocation) => !closed_on || first.has(id), [first]);
  const { rows, left } = useRankedRows(view, text, isOffered, { first });
  const selected = useMemo(() => new Set(chosen), [chosen]);
  return (
    <QueryView query={view} loading="Loading locations..." failed="Failed to load locations" className="h-81">
      {() => (
        <EntityPicker
          label="Locations"
          placeholder="Filter locations"
          text={text}
          onTextChange={setText}
          searching={view.searching}
          rows={rows}
          left={left}
          heightInRows={view.total}
          empty={whyNoRows(view, 'No locations found')}
          selected={selected}
          onToggle={(id) => onChange(selected.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
          renderRow={renderLocationChoice}
          className="max-h-56"
        />
      )}
    </QueryView>
  );
}
