import { type RoleColor, roleColors } from '../../../contract/fields/role-colors.ts';
import { classes } from '../../lib/browser/classes.ts';

export function RoleBadge({ name, color }: { name: string; color?: string | null | undefined }) {
  return (
    <span
      data-clipped-text
      className={classes(
        'inline-block max-w-full truncate rounded-badge border-l-4 py-0.5 pr-2 pl-1.5 text-badge font-semibold whitespace-nowrap',
        lookOf(name, color),
      )}
    >
      {name}
    </span>
  );
}

const palette: Record<RoleColor, string> = {
  clay: 'border-(--role-default) bg-(--role-default)/12 text-(--role-default)',
  ochre: 'border-(--role-ochre) bg-(--role-ochre)/12 text-(--role-ochre)',
  green: 'border-(--role-employee) bg-(--role-employee)/12 text-(--role-employee)',
  petrol: 'border-(--role-manager) bg-(--role-manager)/12 text-(--role-manager)',
  slate: 'border-(--role-viewer) bg-(--role-viewer)/12 text-(--role-viewer)',
  indigo: 'border-(--role-indigo) bg-(--role-indigo)/12 text-(--role-indigo)',
  plum: 'border-(--role-admin) bg-(--role-admin)/12 text-(--role-admin)',
  rose: 'border-(--role-rose) bg-(--role-rose)/12 text-(--role-rose)',
};

const colorByRole: Record<string, RoleColor | undefined> = {
  admin: 'plum',
  manager: 'petrol',
  employee: 'green',
  viewer: 'slate',
};

function lookOf(name: string, color: string | null | undefined) {
  const chosen = roleColors.find((known) => known === color);
  return palette[chosen ?? colorByRole[name.toLowerCase()] ?? 'clay'];
}
