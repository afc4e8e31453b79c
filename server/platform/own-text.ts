/** A text of its own: V8 keeps the whole text of which another is a part, such as 64 kB of a file for one name in it. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}
