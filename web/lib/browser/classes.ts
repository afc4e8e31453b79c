/** Joins class names and leaves out false and undefined ones. */
export function classes(...names: (string | false | null | undefined)[]) {
  return names.filter(Boolean).join(' ');
}
