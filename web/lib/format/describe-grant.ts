/** A user outside the reader's scope, or deleted since. */
export const anotherAdministrator = 'another administrator';

/** Who granted something: 'Assigned by Ana Lopez', 'Assigned by Demo data'. */
export function describeGrantor(by: string | null): string {
  return `Assigned by ${by ?? anotherAdministrator}`;
}
