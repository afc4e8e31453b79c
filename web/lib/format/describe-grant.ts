/** A user outside the reader's scope, or deleted since. */
export const anotherAdministrator = 'another administrator';

export function describeGrantor(by: string | null): string {
  return `Assigned by ${by ?? anotherAdministrator}`;
}
