import { useId } from 'react';
import type { Role } from '../../../../contract/roles.ts';
import { RoleBadge } from '../../../components/display/role-badge.tsx';
import { classes } from '../../../lib/browser/classes.ts';

export interface RoleOptionProps {
  role: Role;
  checked: boolean;
  onToggle: () => void;
  mayGrant: boolean;
}

/** A role with its check box: the badge, the description, and why the actor cannot grant it. */
export function RoleOption({ role, checked, onToggle, mayGrant }: RoleOptionProps) {
  const id = useId();
  return (
    <label
      className={classes(
        'flex items-start gap-3 rounded-control border px-3 py-2',
        'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-petrol',
        checked ? 'border-petrol bg-petrol-soft' : 'border-line',
        mayGrant && !checked && 'hover:bg-surface-raised',
      )}
    >
      <input
        type="checkbox"
        className="check mt-0.5 outline-none"
        aria-label={role.name}
        aria-describedby={id}
        checked={checked}
        onChange={onToggle}
        disabled={!mayGrant}
      />
      <span className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <RoleBadge name={role.name} color={role.color} />
        <span id={id} className="text-small">
          {role.description}
          {!mayGrant && (
            <span className="mt-0.5 block text-ink-soft">
              It allows more than your own roles do, so you can neither grant nor revoke it.
            </span>
          )}
        </span>
      </span>
    </label>
  );
}
