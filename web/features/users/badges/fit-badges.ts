import { textWidth } from '../../../lib/format/text-width.ts';

/** The cell of the roles, in pixels, without its padding. Columns have the width that `userColumns` gives them. */
const rolesWidth = 138;
/** The narrowest cell of the locations. */
const locationsWidth = 152;
const gap = 4;

const badgeWidth = (name: string) => textWidth(name) + 12;
/** '+27' */
const countWidth = (rest: number) => 6 + textWidth(`+${rest}`);

/**
 * How many badges of roles are shown whole, next to a count of the rest. Two, if both fit: in two lines, or in the one
 * of a compact row.
 */
export function shownRoles(names: readonly string[], isCompact: boolean): 1 | 2 {
  const [first = '', second = ''] = names;
  const rest = names.length - 2;
  const last = badgeWidth(second) + (rest > 0 ? gap + countWidth(rest) : 0);
  const one = badgeWidth(first) + gap + last;
  return names.length > 1 && (one <= rolesWidth || (!isCompact && last <= rolesWidth)) ? 2 : 1;
}

/** The same for the locations of a compact row; `count` is the number of all. Other rows show two in two lines. */
export function shownLocations(names: readonly string[], count: number): 1 | 2 {
  const [first = '', second = ''] = names;
  const rest = count > 2 ? gap + textWidth(`+${count - 2} more`) : 0;
  const width = badgeWidth(first) + gap + badgeWidth(second) + 10 + rest;
  return names.length > 1 && width <= locationsWidth ? 2 : 1;
}
