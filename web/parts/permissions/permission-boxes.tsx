import { useId } from 'react';
import {
  allPermissions,
  permissionAreas as areas,
  type Permission,
  permissions,
} from '../../../contract/access/permissions.ts';
import { useAccess } from '../../lib/account/access.ts';

interface PermissionBoxesProps {
  /** Those that may be chosen. */
  among?: readonly Permission[];
  chosen: readonly Permission[];
  onChange: (chosen: Permission[]) => void;
  disabled: boolean;
}

/** Actors can add and remove only permissions that they hold themselves. */
export function PermissionBoxes({
  among = allPermissions,
  chosen,
  onChange,
  disabled,
}: PermissionBoxesProps) {
  const { hasPermission } = useAccess();
  const toggle = (name: Permission) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <div className="flex flex-col gap-5">
      {areasOf(among).map(({ title, names }) => (
        <fieldset key={title} disabled={disabled} className="min-w-0">
          <legend className="mb-1 font-semibold">{title}</legend>
          {names.length > 1 && (
            <GroupBox title={title} names={names.filter(hasPermission)} chosen={chosen} onChange={onChange} />
          )}
          {names.map((name) => (
            <PermissionBox
              key={name}
              name={name}
              checked={chosen.includes(name)}
              onToggle={() => toggle(name)}
              isOwn={hasPermission(name)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

interface GroupBoxProps {
  title: string;
  names: readonly Permission[];
  chosen: readonly Permission[];
  onChange: (chosen: Permission[]) => void;
}

function GroupBox({ title, names, chosen, onChange }: GroupBoxProps) {
  const count = names.filter((name) => chosen.includes(name)).length;
  const isAll = count > 0 && count === names.length;
  const others = chosen.filter((name) => !names.includes(name));
  return (
    <label className="flex items-center gap-2.5 border-b border-line py-2 text-ink-soft max-md:py-3">
      <input
        type="checkbox"
        className="check"
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        checked={isAll}
        onChange={() => onChange(isAll ? others : [...others, ...names])}
        disabled={names.length === 0}
      />
      {`All ${title.toLowerCase().replace(/s$/, '')} permissions`}
    </label>
  );
}

interface PermissionBoxProps {
  name: Permission;
  checked: boolean;
  onToggle: () => void;
  isOwn: boolean;
}

function PermissionBox({ name, checked, onToggle, isOwn }: PermissionBoxProps) {
  const id = useId();
  const { label } = permissions[name];
  const note = isOwn ? permissionNotes[name] : 'You do not hold this yourself, so you cannot grant it.';
  return (
    <label className="flex items-start gap-2.5 py-2 max-md:py-3">
      <input
        type="checkbox"
        className="check mt-px"
        aria-label={label}
        aria-describedby={note ? id : undefined}
        checked={checked}
        onChange={onToggle}
        disabled={!isOwn}
      />
      <span className="min-w-0">
        {label}
        {note && (
          <span id={id} className="block text-small text-ink-soft">
            {note}
          </span>
        )}
      </span>
    </label>
  );
}

const areasOf = (among: readonly Permission[]) =>
  Object.entries(areas).flatMap(([area, title]) => {
    const names = among.filter((name) => name.startsWith(`${area}.`));
    return names.length === 0 ? [] : [{ title, names }];
  });

/** A note that administrators need next to the label. */
const permissionNotes: Partial<Record<Permission, string>> = {
  'locations.all':
    'All locations. Otherwise everything below applies only to assigned locations and their users.',
  'users.assign_roles': 'Users can assign only roles that allow no more than their own roles do.',
  'roles.manage':
    'Works only together with access to all locations. Users can give a role only permissions that they hold, and cannot change the role admin.',
  'audit.read': 'Only entries about assigned locations. With access to all locations, the whole audit log.',
};
