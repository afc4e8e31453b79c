import { type RoleColor, roleColors } from '../../../contract/fields/role-colors.ts';
import { RoleBadge } from '../../parts/badges/role-badge.tsx';

export interface ColorChoiceProps {
  /** The text of the badges: the typed name. */
  name: string;
  chosen: RoleColor;
  onChange: (color: RoleColor) => void;
}

export function ColorChoice({ name, chosen, onChange }: ColorChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Color</legend>
      <div className="grid grid-cols-4 gap-2 max-md:grid-cols-2">
        {roleColors.map((color) => (
          <label
            key={color}
            className="flex min-h-11 min-w-0 cursor-pointer items-center justify-center rounded-control border border-line px-2 has-checked:border-petrol has-checked:outline-1 has-checked:outline-petrol has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol"
          >
            <input
              type="radio"
              name="color"
              className="sr-only"
              aria-label={color.charAt(0).toUpperCase() + color.slice(1)}
              checked={color === chosen}
              onChange={() => onChange(color)}
            />
            <RoleBadge name={name || color} color={color} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
