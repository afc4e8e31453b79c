/** The cell of the roles in pixels, without its padding, as `userColumns` sets it. */
const rolesWidth = 166;
const locationsWidth = 152;
const gap = 4;

const badgeWidth = (name: string) => textWidth(name) + 12;
const countWidth = (rest: number) => 6 + textWidth(`+${rest}`);

/**
 * Whole badges, next to a count of the rest. Two, if both fit: in two lines, or in the one of a compact row. A count has a
 * line of its own below a long one, and a compact row is without the badge then.
 */
export function shownRoles(names: readonly string[], isCompact: boolean): 0 | 1 | 2 {
  const [first = '', second = ''] = names;
  const countOf = (rest: number) => (rest > 0 ? gap + countWidth(rest) : 0);
  const last = badgeWidth(second) + countOf(names.length - 2);
  const one = badgeWidth(first) + gap + last;
  if (names.length > 1 && (one <= rolesWidth || (!isCompact && last <= rolesWidth))) return 2;
  const isAlone = names.length === 1 || badgeWidth(first) + countOf(names.length - 1) <= rolesWidth;
  return isCompact && !isAlone ? 0 : 1;
}

const iconWidth = 17;

export function shownLocations(places: readonly { name: string; isDistrict?: true }[], count: number): 1 | 2 {
  const rest = count > 2 ? gap + textWidth(`+${count - 2} more`) : 0;
  const badges = places
    .slice(0, 2)
    .map(({ name, isDistrict }) => badgeWidth(name) + (isDistrict ? iconWidth : 0));
  const width = badges.reduce((sum, badge) => sum + badge, gap + 10 + rest);
  return places.length > 1 && width <= locationsWidth ? 2 : 1;
}

const narrow = /[fijlrt.,:;'|!()[\] -]/;
const wide = /[mwMWO@%&]/;
const capital = /\p{Lu}/u;

/** Rather too wide than too narrow. Measuring each text would lay out the page at every key press. */
function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (narrow.test(letter)) width += 5;
    else if (wide.test(letter)) width += 11.5;
    // Letters of Chinese, Japanese and Korean are square.
    else if (letter >= '\u1100') width += 13;
    else width += capital.test(letter) ? 8.6 : 7.4;
  }
  return width;
}
