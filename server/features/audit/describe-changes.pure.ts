import type { FieldChange } from '../../../contract/fields/field-change.ts';

type Fields = Record<string, unknown>;

/** For `features/access-on`, or in the entry already. */
const silent = new Set(['id', 'created_at', 'updated_at', 'joined_at', 'apps']);

/** In the order of the forms, because PostgreSQL does not keep the order of JSON members. */
const labels: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  full_name: 'Full name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  number: 'Number',
  employee_number: 'Employee number',
  closed_on: 'Closed on',
  time_zone: 'Time zone',
  district: 'District',
  manager: 'Manager',
  gained: 'Users who gained it',
  lost: 'Users who lost it',
  is_active: 'Status',
  description: 'Description',
  purpose: 'Purpose',
  owner_role: 'Owner role',
  color: 'Color',
  permissions: 'Permissions',
  roles: 'Roles',
  districts: 'Districts',
  asked: 'Asked for',
  reason: 'Reason',
  method: 'How',
  requires_second_factor: 'Second factor required',
  left: 'Codes left',
  scope: 'Which sessions',
  users: 'Users affected',
  services: 'Service accounts without an owner',
  lines: 'Lines',
  problem: 'Problem',
  user: 'User',
  location: 'Location',
  action: 'Action',
  from: 'From',
  to: 'To',
};
const order = Object.keys(labels);

/** `locations` are those in the reader's scope. */
export function changesOf(details: Fields, locations: { added: string[]; removed: string[] }): FieldChange[] {
  const { before, after, added, removed, ...about } = details;
  return [
    ...compared(fields(before), fields(after)),
    ...moved(fields(removed), fields(added)),
    ...moved({ locations: locations.removed }, { locations: locations.added }),
    ...inOrder(Object.keys(about)).map((field) => change(field, undefined, about[field])),
  ].filter(({ before, after }) => before !== null || after !== null);
}

export function namesIn(details: Fields, part: 'added' | 'removed', field: string): string[] {
  const value = fields(details[part])[field];
  return Array.isArray(value) ? value.map(String) : [];
}

/** 'a', 'a and b', 'a, b and c'; more than three become a number. */
export function list(names: readonly string[], plural: string): string {
  if (names.length > 3) return `${names.length.toLocaleString('en-US')} ${plural}`;
  const [last = '', ...others] = [...names].reverse();
  return others.length > 0 ? `${others.reverse().join(', ')} and ${last}` : last;
}

function compared(before: Fields, after: Fields): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return inOrder([...names])
    .filter((name) => !silent.has(name))
    .map((name) => change(name, before[name], after[name]));
}

function moved(removed: Fields, added: Fields): FieldChange[] {
  const parts = [
    ...Object.entries(removed).map(([name, value]) => change(`${name}_removed`, value, undefined)),
    ...Object.entries(added).map(([name, value]) => change(`${name}_added`, undefined, value)),
  ];
  return parts.filter(({ before, after }) => before !== 'none' && after !== 'none');
}

function inOrder(names: string[]): string[] {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** 'none' is shown only opposite a value: 'Phone: none → 555-0100'. */
function change(name: string, before: unknown, after: unknown): FieldChange {
  const isOneSided = before === undefined || after === undefined;
  return {
    field: labels[name] ?? sentenceCase(name),
    before: isOneSided && isNothing(before) ? null : words(name, before),
    after: isOneSided && isNothing(after) ? null : words(name, after),
  };
}

function words(name: string, value: unknown): string {
  if (name === 'is_active') return value ? 'Active' : 'Inactive';
  if (isNothing(value)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function sentenceCase(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
