import { zonesOfUnitedStates } from '../../../contract/fields/time-zone-names.ts';
import { SelectInput, type SelectInputProps } from './select-input.tsx';

/** `value` is an IANA name; empty while none is known. */
export interface TimeZoneFieldProps extends Omit<SelectInputProps, 'name' | 'children'> {
  /** The choice of no zone. */
  empty?: string;
}

export function TimeZoneField({ empty, ...field }: TimeZoneFieldProps) {
  const { value } = field;
  const first = new Set<string>(zonesOfUnitedStates.map(({ zone }) => zone));
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => !first.has(zone));
  // A zone that this browser does not list stays chosen.
  const others = value === '' || first.has(value) || known.includes(value) ? known : [value, ...known];
  return (
    <SelectInput name="time_zone" {...field}>
      {empty !== undefined && <option value="">{empty}</option>}
      <optgroup label="United States">
        {zonesOfUnitedStates.map(({ zone, label }) => (
          <option key={zone} value={zone}>
            {label}
          </option>
        ))}
      </optgroup>
      <optgroup label="All">
        {others.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </optgroup>
    </SelectInput>
  );
}
