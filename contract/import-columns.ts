import { fold } from './lists/search-key.ts';

/** The columns of imports and exports. Exports write `label` as header; imports know the synonyms too. */
export const userColumns = {
  id: { label: 'Id', synonyms: ['user id'] },
  employee_number: {
    label: 'Employee number',
    synonyms: ['number', 'employee #', 'employee no', 'employee id', 'staff number', 'personnel number'],
  },
  email: { label: 'Email', synonyms: ['e-mail', 'mail', 'email address', 'e-mail address', 'login'] },
  full_name: { label: 'Full name', synonyms: ['name', 'employee name', 'user'] },
  phone: { label: 'Phone', synonyms: ['phone number', 'telephone', 'tel', 'mobile', 'cell'] },
  status: { label: 'Status', synonyms: ['active', 'is active', 'state of employment', 'enabled'] },
  roles: { label: 'Roles', synonyms: ['role', 'position', 'job'] },
  locations: { label: 'Locations', synonyms: ['location', 'store', 'stores', 'site', 'sites', 'store #'] },
} as const;
export type UserColumn = keyof typeof userColumns;

export const locationColumns = {
  id: { label: 'Id', synonyms: ['location id', 'store id'] },
  number: {
    label: 'Number',
    synonyms: ['location number', 'store number', 'store #', 'store no', 'site number'],
  },
  name: { label: 'Name', synonyms: ['location', 'location name', 'store', 'store name', 'site'] },
  address: { label: 'Address', synonyms: ['street', 'street address', 'address 1'] },
  city: { label: 'City', synonyms: ['town'] },
  state: { label: 'State', synonyms: ['st', 'province'] },
  zip: { label: 'ZIP', synonyms: ['zip code', 'postal code', 'postcode', 'plz'] },
  phone: { label: 'Phone', synonyms: ['phone number', 'telephone', 'tel'] },
  closed_on: { label: 'Closed on', synonyms: ['closed', 'closing date', 'closed since'] },
} as const;
export type LocationColumn = keyof typeof locationColumns;

export const importColumns = { users: userColumns, locations: locationColumns } as const;
export type ImportColumn = UserColumn | LocationColumn;
export const importColumnIds = [
  ...new Set([...Object.keys(userColumns), ...Object.keys(locationColumns)]),
] as ImportColumn[];

/** Columns in which a blank cell may clear the field. All others are required. */
export const clearableColumns = [
  'phone',
  'employee_number',
  'number',
  'closed_on',
  'roles',
  'locations',
] as const satisfies ImportColumn[];
export type ClearableColumn = (typeof clearableColumns)[number];

/** Two headers that differ in case, accents, spaces or punctuation are the same. */
export function headerKey(header: string): string {
  return fold(header).replace(/[^\p{L}\p{N}#]+/gu, '');
}
