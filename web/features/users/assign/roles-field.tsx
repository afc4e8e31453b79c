import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { RoleBadge } from '../../../components/display/role-badge.tsx';
import { Picker } from '../../../components/form/picker.tsx';
import { rolesQuery, useMayGrant } from '../../roles/roles.api.ts';

/** About as wide as the roles that every system has, so that they take as many lines. */
const skeletonWidths = ['w-14', 'w-20', 'w-18', 'w-14'];

export interface RolesFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Chooses roles for a new user among those that the actor may grant. */
export function RolesField({ selected, onChange }: RolesFieldProps) {
  const id = useId();
  const { data: roles, isPending } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();
  const grantable = roles?.filter(mayGrant) ?? [];
  if (grantable.length === 0 && !isPending) return null;
  return (
    <div>
      <p className="mb-1.5 font-medium" id={id}>
        Roles
      </p>
      <Picker>
        <fieldset
          aria-labelledby={id}
          className="flex max-h-40 min-w-0 flex-wrap gap-x-4 gap-y-1 overflow-y-auto p-0.5"
        >
          {isPending &&
            skeletonWidths.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
              <span key={index} className="flex items-center gap-2 py-1 max-md:min-h-11">
                <span className="check" aria-hidden="true" />
                <span className={`h-6 rounded-badge bg-line ${width}`} />
              </span>
            ))}
          {grantable.map(({ id, name, color }) => (
            <label key={id} className="flex min-w-0 items-center gap-2 py-1 max-md:min-h-11">
              <input
                type="checkbox"
                className="check"
                aria-label={name}
                checked={selected.includes(id)}
                onChange={() =>
                  onChange(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
                }
              />
              <RoleBadge name={name} color={color} />
            </label>
          ))}
        </fieldset>
      </Picker>
    </div>
  );
}
