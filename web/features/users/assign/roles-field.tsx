import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../../../contract/roles.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
import { chosenOf, withOrWithout } from '../../../lib/list/chosen.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import { rolesQuery } from '../../roles/roles.api.ts';
import { ChoiceField } from './choice-field.tsx';
import { RolePicker } from './role-picker.tsx';
import { RolesView } from './roles-view.tsx';

export interface RolesFieldProps {
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
        {(all) => <RolePicker roles={all} first={[]} selected={chosen} onToggle={toggle} isInField />}
      </RolesView>
    </ChoiceField>
  );
}
