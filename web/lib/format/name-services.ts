/** 'HR export (service account) and Payroll (service account)' */
export function nameServices(services: readonly { name: string }[]): string {
  return new Intl.ListFormat('en-US').format(services.map(({ name }) => `${name} (service account)`));
}
