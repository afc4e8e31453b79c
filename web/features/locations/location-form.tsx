import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import type { LocationInput, locationInput } from '../../../contract/fields/location-input.ts';
import { followingTimeZone } from '../../../contract/fields/time-zone-of-address.ts';
import type { Location } from '../../../contract/locations.ts';
import { ChangedNote, followedRegister } from '../../components/dialog/followed.tsx';
import { FormDialog, type FormDialogProps } from '../../components/dialog/form-dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { TimeZoneField } from '../../components/form/time-zone-field.tsx';
import type { Followed } from '../../lib/form/follow-row.ts';
import { samePlacesQuery, type TypedPlace } from './locations.api.ts';

type LocationValues = z.input<typeof locationInput>;

export const emptyLocation: LocationValues = {
  name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  number: '',
  time_zone: '',
};

export function valuesOf({ phone, number, ...location }: Location): LocationValues {
  const { name, address, city, state, zip, time_zone } = location;
  return { name, address, city, state, zip, phone: phone ?? '', number: number ?? '', time_zone };
}

interface LocationFormProps extends Omit<FormDialogProps<LocationValues, LocationInput>, 'children'> {
  ownId?: string;
  /** Of a new one: a location is moved by a dialog of its own. */
  district?: ReactNode;
  /** Of an edit. */
  followed?: Followed<keyof LocationValues> | null;
  changedBy?: string | undefined;
}

const changedLabels = { zip: 'ZIP code' };

export function LocationForm({ ownId, district, followed, changedBy, ...props }: LocationFormProps) {
  const { values, setValue } = props.form;
  const [left, setLeft] = useState(values);
  const register = followedRegister(props.form.register, followed ?? null);
  /** The zone follows the address until somebody chooses another one. */
  const ofAddress = (name: 'state' | 'zip') => {
    const field = register(name);
    return {
      ...field,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        field.onChange(event);
        const time_zone = values.time_zone ?? '';
        setValue('time_zone', followingTimeZone({ ...values, time_zone }, { [name]: event.target.value }));
      },
    };
  };
  return (
    <FormDialog
      {...props}
      line={followed && <ChangedNote followed={followed} by={changedBy} labels={changedLabels} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are left, not the element itself */}
      <div className="flex flex-col gap-4" onBlur={() => setLeft(values)}>
        <TextField label="Name" required {...register('name')} />
        <TextField label="Address" required {...register('address')} />
        <div className="grid grid-cols-6 gap-x-3 gap-y-4">
          <div className="col-span-3 max-md:col-span-6">
            <TextField label="City" required {...register('city')} />
          </div>
          <div className="col-span-1 max-md:col-span-2">
            <TextField
              label="State"
              required
              placeholder="NY"
              maxLength={2}
              autoCapitalize="characters"
              className="placeholder-shown:normal-case uppercase"
              {...ofAddress('state')}
            />
          </div>
          <div className="col-span-2 max-md:col-span-4">
            <TextField label="ZIP Code" required inputMode="numeric" {...ofAddress('zip')} />
          </div>
        </div>
        <TextField label="Phone" type="tel" {...register('phone')} />
        <TextField label="Location Number" {...register('number')} />
        {district}
        <TimeZoneField
          label="Time Zone"
          empty="From state and ZIP code"
          value={values.time_zone ?? ''}
          error={props.form.formState.errors.time_zone?.message}
          onChange={(zone) => setValue('time_zone', zone)}
        />
        {/* Last, so that no field moves while the user types. */}
        <div className="empty:hidden">
          <SamePlaceNote typed={values} left={left} ownId={ownId ?? null} />
        </div>
      </div>
    </FormDialog>
  );
}

interface SamePlaceNoteProps {
  typed: TypedPlace;
  /** What was typed when a field was left. */
  left: TypedPlace;
  ownId: string | null;
}

/** One of them may be a duplicate. It does not prevent saving. */
function SamePlaceNote({ typed, left, ownId }: SamePlaceNoteProps) {
  const { data } = useQuery(samePlacesQuery(left, ownId));
  const isTyping = typed.address !== left.address || typed.zip !== left.zip || typed.phone !== left.phone;
  if (!data || data.total === 0 || isTyping) return null;
  return (
    <Alert tone="info">
      <ul>
        {data.locations.map(({ id, name, closed_on, same }) => (
          <li key={id}>
            {name}
            {closed_on !== null && ' (closed)'} has the same {same.join(' and ')}.
          </li>
        ))}
      </ul>
      {data.total > data.locations.length && <p>So do {data.total - data.locations.length} more.</p>}
    </Alert>
  );
}
