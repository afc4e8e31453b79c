/**
 * So that `<` orders by code point, as both databases do. JavaScript compares 16 bits at a time and would put an emoji
 * before the last characters of the first plane.
 */
export function comparable(text: string): string {
  return highUnits.test(text) ? text.replace(eachHighUnit, moved) : text;
}
const highUnits = /[\ud800-\uffff]/;
const eachHighUnit = /[\ud800-\uffff]/g;

function moved(unit: string): string {
  const code = unit.charCodeAt(0);
  return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
}

/** For `comparable` values. Null comes last in both directions. A descending sort reverses the ids of ties too. */
export function compareSorted(
  a: { value: string | null; id: string },
  b: { value: string | null; id: string },
  isDescending: boolean,
): number {
  if (a.value !== b.value) {
    if (a.value === null) return 1;
    if (b.value === null) return -1;
    return a.value < b.value !== isDescending ? -1 : 1;
  }
  if (a.id === b.id) return 0;
  return a.id < b.id !== isDescending ? -1 : 1;
}
