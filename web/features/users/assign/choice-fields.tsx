import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { LocationChoice } from '../../../../contract/locations.ts';
import type { Role } from '../../../../contract/roles.ts';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
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
  const isPhone = useMediaQuery('(width < 48rem)');
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
        autoFocus={!isPhone}
        isInField
      />
    </ChoiceField>
  );
}

function Chip({ children }: { children: ReactNode }) {
  return (
    <span className="chip min-w-0 truncate rounded-full bg-petrol-soft px-2.5 py-0.5 text-small">
      {children}
    </span>
  );
}
