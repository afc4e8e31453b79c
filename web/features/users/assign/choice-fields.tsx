import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { LocationChoice } from '../../../../contract/locations.ts';
import type { Role } from '../../../../contract/roles.ts';
import { inputClasses } from '../../../components/form/field.tsx';
import { IconChevronDown } from '../../../components/icons/icons.ts';
import { Popover } from '../../../components/overlay/popover.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { Sheet } from '../../../components/overlay/sheet.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { createPopup, type OpenPopup, type PopupHandle } from '../../../lib/browser/popup.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { chosenOf, withAll, withOrWithout } from '../../../lib/list/chosen.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import { useLocationsNamed } from '../../../parts/choose/location-choices.api.ts';
import { OpenLocationPicker } from '../../../parts/choose/location-picker.tsx';
import { rolesQuery } from '../../roles/roles.api.ts';
import { RolePicker, RolesView } from './role-picker.tsx';

interface RolesFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
}

const rolesPopup = createPopup('dialog');

export function RolesField({ selected, onChange }: RolesFieldProps) {
  const query = useQuery(rolesQuery);
  const mayRead = useAccess().hasPermission('roles.read');
  const roles = query.data ?? [];
  if (!mayRead) return null;
  const chosen = chosenOf(roles.filter(({ id }) => selected.includes(id)));
  const toggle = ({ id }: Role) => onChange(withOrWithout(selected, id));
  // Said at once: whoever opens no list would add a user without the roles.
  if (query.error && !query.data)
    return (
      <div>
        <p className="mb-1.5 font-medium">Roles</p>
        <RolesView query={query} className="py-2">
          {() => null}
        </RolesView>
      </div>
    );
  return (
    <ChoiceField
      label="Roles"
      name="role_ids"
      popup={rolesPopup}
      none="No roles"
      chosen={[...chosen.values()]}
      chip={({ id, name, color }) => <RoleBadge key={id} name={name} color={color} />}
      align="start"
    >
      <RolesView query={query} className="py-2">
        {(all) => <RolePicker roles={all} selected={chosen} onToggle={toggle} isInField />}
      </RolesView>
    </ChoiceField>
  );
}

export interface LocationsFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  required: boolean;
  error: string | undefined;
}

const locationsPopup = createPopup('dialog');

export function LocationsField({ selected, onChange, required, error }: LocationsFieldProps) {
  const [picked, setPicked] = useState(() => chosenOf<LocationChoice>([]));
  // What was typed before the session ended comes back as ids.
  const named = chosenOf(useLocationsNamed(selected.filter((id) => !picked.has(id))) ?? []);
  const chosen = chosenOf(selected.flatMap((id) => picked.get(id) ?? named.get(id) ?? []));
  return (
    <ChoiceField
      label="Locations"
      name="location_ids"
      required={required}
      error={error}
      popup={locationsPopup}
      none="No locations"
      chosen={[...chosen.values()]}
      chip={({ id, name }) => <Chip key={id}>{name}</Chip>}
      align="end"
    >
      <OpenLocationPicker
        selected={chosen}
        onToggle={(location) => {
          setPicked(withAll(picked, [location]));
          onChange(withOrWithout(selected, location.id));
        }}
        onAdd={(locations) => {
          setPicked(withAll(picked, locations));
          onChange([...selected, ...locations.map(({ id }) => id)]);
        }}
        isInField
      />
    </ChoiceField>
  );
}

interface ChoiceFieldProps<Value> {
  label: string;
  name: string;
  required?: boolean;
  error?: string | undefined;
  popup: PopupHandle;
  none: string;
  chosen: readonly Value[];
  /** The chip of a chosen value, which has a key. */
  chip: (value: Value) => ReactNode;
  align: 'start' | 'end';
  children: ReactNode;
}

const chipsShown = 2;

/** One tab stop, which opens the list to choose from. */
function ChoiceField<Value>({
  label,
  name,
  required = false,
  error,
  popup,
  none,
  chosen,
  chip,
  align,
  children,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  const { onKeyDown: _, ...button } = popup.buttonProps(null);
  const rest = chosen.length - chipsShown;
  return (
    <div className="min-w-0">
      <span id={`${id}-label`} className="mb-1.5 block font-medium">
        {label}
        {required && (
          <span className="text-bad" aria-hidden="true">
            {' *'}
          </span>
        )}
      </span>
      <button
        type="button"
        name={name}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error ? `${id}-error` : undefined}
        {...button}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
        className={classes(inputClasses, 'flex items-center gap-1.5 text-left', error && 'border-bad!')}
      >
        <span id={`${id}-value`} className="flex min-w-0 flex-1 items-center gap-1.5 overflow-hidden">
          {chosen.length === 0 && <span className="text-ink-soft">{none}</span>}
          {chosen.slice(0, chipsShown).map(chip)}
          {rest > 0 && <span className="shrink-0 text-small text-ink-soft">+{rest}</span>}
        </span>
        <IconChevronDown size={18} aria-hidden="true" className="text-ink-soft" />
      </button>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
      <PopupPlace of={popup}>
        {(open) => (
          <ChoicePopup label={label} popup={open} align={align}>
            {children}
          </ChoicePopup>
        )}
      </PopupPlace>
    </div>
  );
}

interface ChoicePopupProps {
  label: string;
  popup: OpenPopup;
  align: 'start' | 'end';
  children: ReactNode;
}

function ChoicePopup({ label, popup, align, children }: ChoicePopupProps) {
  if (useMediaQuery('(width < 48rem)'))
    return (
      <Sheet title={label} isFull onClose={popup.close}>
        <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4">{children}</div>
      </Sheet>
    );
  return (
    <Popover title={label} popup={popup} align={align} isInDialog>
      <div className="mt-2 w-96">{children}</div>
    </Popover>
  );
}

function Chip({ children }: { children: ReactNode }) {
  return (
    <span className="chip min-w-0 truncate rounded-full bg-petrol-soft px-2.5 py-0.5 text-small">
      {children}
    </span>
  );
}
