/** Cutting at UTF-16 units could leave half a character. */
export function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}
