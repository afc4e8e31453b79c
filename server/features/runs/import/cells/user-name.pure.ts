/** These may follow a name after a comma. */
const suffixes = /^(jr|sr|ii|iii|iv|v|esq|md|phd|dds|cpa|rn|mba)$/;
const wordsMax = 3;

/** 'Lopez, Ana' → 'Ana Lopez'. Null when the comma may mean something else, as before a suffix. */
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

export function joinedName(first: string, last: string): string {
  return [first, last].filter((part) => part !== '').join(' ');
}
