/** A user outside the reader's scope, or deleted since. */
export const anotherAdministrator = 'another administrator';

/** Who granted something: 'By Ana Lopez', 'Imported (command line)'. */
export function describeGrantor(by: string | null): string {
  return by === 'the command line' ? 'Imported (command line)' : `By ${by ?? anotherAdministrator}`;
}
