/** A user outside the reader's scope, or deleted since. */
export const anotherAdministrator = 'another administrator';

export function describeGrantor(by: string | null): string {
  return `Assigned by ${by ?? anotherAdministrator}`;
}

export function describeThrough({ district, by }: { district: { name: string }; by: string | null }): string {
  return `Through ${district.name}, granted by ${by ?? anotherAdministrator}`;
}
