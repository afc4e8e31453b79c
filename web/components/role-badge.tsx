import { classes } from '../lib/classes.ts';

export interface RoleBadgeProps {
  name: string;
  /** A role's own choice from the palette; without one the four known names have theirs, any other is clay. */
  color?: string | null | undefined;
}

/** A label with a 4 px coloured left bar and a 12 % tint of the same colour. */
export function RoleBadge({ name, color }: RoleBadgeProps) {
  const look = palette[color ?? ''] ?? paletteByRole[name.toLowerCase()] ?? palette.clay;
  return (
    <span
      title={name}
      className={classes(
        'inline-block max-w-full truncate rounded-badge border-l-4 py-0.5 pr-2 pl-1.5 text-badge font-semibold whitespace-nowrap',
        look,
      )}
    >
      {name}
    </span>
  );
}

/** The colours a role may choose. */
export const palette: Record<string, string> = {
  plum: 'border-(--role-admin) bg-(--role-admin)/12 text-(--role-admin)',
  petrol: 'border-(--role-manager) bg-(--role-manager)/12 text-(--role-manager)',
  green: 'border-(--role-employee) bg-(--role-employee)/12 text-(--role-employee)',
  slate: 'border-(--role-viewer) bg-(--role-viewer)/12 text-(--role-viewer)',
  clay: 'border-(--role-default) bg-(--role-default)/12 text-(--role-default)',
};

const paletteByRole: Record<string, string | undefined> = {
  admin: palette.plum,
  manager: palette.petrol,
  employee: palette.green,
  viewer: palette.slate,
};
