import * as z from 'zod/mini';
import { described } from '../fields/fields.ts';
import { endpoint } from '../http/endpoint.ts';
import { listSelection, locationSelectionQuery, userSelectionQuery } from '../lists/list.ts';
import { locationColumns, userColumns } from './import-columns.ts';

const {
  first_name: _first,
  last_name: _last,
  location_marks: _at,
  role_marks: _as,
  ...wholeColumns
} = userColumns;
const { status: _open, ...wholeLocationColumns } = locationColumns;

/** The first ones are those of an import, which leaves out the others. */
export const exportedUserColumns = {
  ...wholeColumns,
  invitation: { label: 'Invitation' },
  last_sign_in_at: { label: 'Last sign-in (UTC)' },
  created_at: { label: 'Created (UTC)' },
} as const;
export type ExportedUserColumn = keyof typeof exportedUserColumns;

export const exportedLocationColumns = {
  ...wholeLocationColumns,
  user_count: { label: 'Active users' },
  manager_count: { label: 'Active managers' },
  /** With their phones. */
  managers: { label: 'Managers' },
  created_at: { label: 'Created (UTC)' },
} as const;
export type ExportedLocationColumn = keyof typeof exportedLocationColumns;

function columns<Column extends string>(known: Record<Column, unknown>) {
  const names = Object.keys(known) as Column[];
  const split = (text: string) => text.split(',') as Column[];
  const isKnown = z.refine<string>((text) => split(text).every((name) => names.includes(name)), {
    message: `Must be some of ${names.join(', ')}, with commas between them`,
  });
  return described(
    'Names with commas between them. The id is always the first column, so that an import finds the row again',
    z.optional(z.pipe(z.string().check(isKnown), z.transform(split))),
  );
}

const csv = 'text/csv; charset=utf-8';

const userQuery = z.extend(userSelectionQuery, { columns: columns(exportedUserColumns) });
export type UserExportQuery = z.infer<typeof userQuery>;

/** Also needs the permission to see users. Without `seesPastOfUsers` there is no column of the last sign-in. */
export const exportUsers = endpoint('GET /api/users/export.csv', 'users.export', {
  failure: 'Failed to export users',
  summary: 'The list of users as CSV with the headers of an import; the export itself is recorded',
  query: userQuery,
  download: csv,
});

/**
 * A row for each user, location and reason, for a review: who has access to what, why, and who granted it. Users with a role
 * for all locations have one row for them, and users without access one without a location. As `exportUsers`.
 */
export const exportAccessList = endpoint('GET /api/access-list.csv', 'users.export', {
  failure: 'Failed to export the access list',
  summary: 'Who has access to which location, why and by whom, as CSV; the export itself is recorded',
  query: userSelectionQuery,
  download: csv,
});

export const exportSelectedUsers = endpoint('POST /api/users/export.csv', 'users.export', {
  failure: 'Failed to export users',
  summary: 'The selected users, of those in scope, as CSV',
  body: listSelection,
  download: csv,
});

const locationQuery = z.extend(locationSelectionQuery, {
  columns: columns(exportedLocationColumns),
});
export type LocationExportQuery = z.infer<typeof locationQuery>;

export const exportLocations = endpoint('GET /api/locations/export.csv', 'locations.read', {
  failure: 'Failed to export locations',
  summary:
    'The list of locations as CSV with the headers of an import; the export itself is recorded. Managers need users.read',
  query: locationQuery,
  download: csv,
});

export const exportSelectedLocations = endpoint('POST /api/locations/export.csv', 'locations.read', {
  failure: 'Failed to export locations',
  summary: 'The selected locations, of those in scope, as CSV',
  body: listSelection,
  download: csv,
});
