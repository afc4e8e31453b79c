/** What may follow a name after a comma without being a first name. */
const suffixes = /^(jr|sr|ii|iii|iv|v|esq|md|phd|dds|cpa|rn|mba)$/;
const wordsMax = 3;

/**
 * Turns 'Lopez, Ana' round. Null for a name in which the comma may mean something else: more than one comma, long
 * parts, or a suffix such as 'Jr.'.
 */
export function turnedName(name: string): string | null {
  const parts = name.split(',').map((part) => part.trim());
  const [last = '', first = ''] = parts;
  if (parts.length !== 2 || !isPart(last) || !isPart(first)) return null;
  if (suffixes.test(first.replace(/\./g, '').toLowerCase())) return null;
  return `${first} ${last}`;
}

function isPart(part: string): boolean {
  return /\p{L}/u.test(part) && !/[\d;&/@()]/.test(part) && part.split(/\s+/).length <= wordsMax;
}

/** Joins a first and a last name, of which one may be missing. */
export function joinedName(first: string, last: string): string {
  return [first, last].filter((part) => part !== '').join(' ');
}
