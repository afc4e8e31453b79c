import { useId } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { IconChevronDown } from '../icons/icons.ts';
import { describedBy, Field, inputClasses } from './field.tsx';

export interface TimeZoneFieldProps {
  label: string;
  /** IANA name; empty while none is known. */
  value: string;
  error?: string | undefined;
  onChange: (zone: string) => void;
}

const ofUnitedStates = [
  ['America/New_York', 'Eastern (New York)'],
  ['America/Chicago', 'Central (Chicago)'],
  ['America/Denver', 'Mountain (Denver)'],
  ['America/Phoenix', 'Mountain without daylight saving (Phoenix)'],
  ['America/Los_Angeles', 'Pacific (Los Angeles)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
] as const;

export function TimeZoneField({ label, value, error, onChange }: TimeZoneFieldProps) {
  const id = useId();
  const first = new Set<string>(ofUnitedStates.map(([zone]) => zone));
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => !first.has(zone));
  // A zone that this browser does not list stays chosen.
  const others = value === '' || first.has(value) || known.includes(value) ? known : [value, ...known];
  return (
    <Field id={id} label={label} error={error}>
      <span className="relative block">
        <select
          {...describedBy(id, error, undefined)}
          name="time_zone"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={classes(inputClasses, 'appearance-none pr-10', value === '' && 'text-ink-faint')}
        >
          <option value="">From state and ZIP code</option>
          <optgroup label="United States">
            {ofUnitedStates.map(([zone, name]) => (
              <option key={zone} value={zone}>
                {name}
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
        </select>
        <IconChevronDown
          size={18}
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-soft"
          aria-hidden="true"
        />
      </span>
    </Field>
  );
}
