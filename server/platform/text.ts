/** Cutting at UTF-16 units could leave half a character. */
export function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}

/** A text of its own: V8 keeps the whole text of which another is a part, such as 64 kB of a file for one name in it. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}
