import { useState } from 'react';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { Role } from '../../../../contract/roles.ts';
import { Picker } from '../../../components/form/picker.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { SelectedToggle } from '../../../components/form/selected-toggle.tsx';
import { useOnlySelected } from '../../../components/form/use-only-selected.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { RoleOption } from './role-option.tsx';

export interface RolePickerProps {
  /** By name. */
  roles: readonly Role[];
  /** The roles that were chosen when the dialog opened, at the top of a long list. */
  first: readonly string[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
  mayGrant: (role: Role) => boolean;
}

/** With this many roles the list has a search box, and the chosen ones come first. */
const manyRoles = 9;

export function RolePicker({ roles, first, selected, onToggle, mayGrant }: RolePickerProps) {
  const [text, setText] = useState('');
  const { only, toggle } = useOnlySelected(selected);
  const isLong = roles.length >= manyRoles;
  const key = fold(text.trim());
  const shown = roles.filter(
    ({ id, name, description }) => (!only || only.has(id)) && fold(`${name} ${description}`).includes(key),
  );
  const sorted = isLong ? shown.toSorted((a, b) => rankIn(first, a) - rankIn(first, b)) : shown;
  return (
    <Picker className="space-y-2">
      {isLong && (
        <div className="flex gap-2">
          <SearchInput
            placeholder="Filter roles"
            value={text}
            onValueChange={setText}
            className="min-w-0 flex-1"
          />
          <SelectedToggle {...toggle} />
        </div>
      )}
      <fieldset
        aria-label="Roles"
        className={classes(
          'max-h-96 min-w-0 space-y-1.5 overflow-y-auto rounded-control',
          isLong ? 'h-96 border border-line p-1.5' : '-outline-offset-2',
        )}
      >
        {sorted.map((role) => (
          <RoleOption
            key={role.id}
            role={role}
            checked={selected.has(role.id)}
            onToggle={() => onToggle(role.id)}
            mayGrant={mayGrant(role)}
          />
        ))}
        {sorted.length === 0 && <p className="px-3 py-5 text-center text-ink-soft">No roles found</p>}
      </fieldset>
    </Picker>
  );
}

function rankIn(first: readonly string[], { id }: Role) {
  return first.includes(id) ? 0 : 1;
}
