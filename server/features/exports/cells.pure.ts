import type { ExportedLocationColumn, ExportedUserColumn } from '../../../contract/files/exports.ts';
import type { Location } from '../../../contract/locations.ts';
import type { UserRow } from '../../../contract/users.ts';
import { timeInFiles } from '../../platform/clock.ts';
import { type Catalog, nameSeparator } from '../runs/import/cells/catalog.pure.ts';

export type Cells<Row, Column extends string> = Record<Column, (row: Row) => string | null>;

/** Columns that are named like their field. */
function plain<Column extends string>(...columns: Column[]) {
  type Named = { [K in Column]: string | null };
  return Object.fromEntries(columns.map((column) => [column, (row: Named) => row[column]])) as Cells<
    Named,
    Column
  >;
}

/** `location_ids` are assigned ones. */
export type ExportedUser = UserRow & { district_ids: readonly string[] };

/** An import reads these cells back unchanged. */
export function userCells(
  roles: Catalog,
  locations: Catalog,
  districts: Catalog,
): Cells<ExportedUser, ExportedUserColumn> {
  const names = (catalog: Catalog, ids: readonly string[]) =>
    ids.map((id) => catalog.referenceTo(id)).join(`${nameSeparator} `);
  return {
    ...plain('id', 'employee_number', 'email', 'full_name', 'phone', 'invitation'),
    status: (user) => (user.is_active ? 'active' : 'inactive'),
    roles: (user) => names(roles, user.role_ids),
    locations: (user) => names(locations, user.location_ids),
    districts: (user) => names(districts, user.district_ids),
    last_sign_in_at: (user) => user.last_sign_in_at && timeInFiles(user.last_sign_in_at),
    created_at: (user) => timeInFiles(user.created_at),
  };
}

/** `managers` begins with the names. */
export type ExportedLocation = Location & { managers: readonly string[]; district: string | null };

export const locationCells: Cells<ExportedLocation, ExportedLocationColumn> = {
  ...plain('id', 'number', 'name', 'address', 'city', 'state', 'zip', 'phone', 'closed_on', 'time_zone'),
  ...plain('district'),
  user_count: (location) => String(location.user_count),
  manager_count: (location) => String(location.manager_count),
  managers: ({ managers, manager_count }) => {
    const more = manager_count - managers.length;
    return [...managers, ...(more > 0 ? [`${more} more`] : [])].join(`${nameSeparator} `);
  },
  created_at: (location) => timeInFiles(location.created_at),
};

/** All columns unless some are requested; the id first. */
export function chosenColumns<Column extends string>(
  known: Record<Column, { label: string }>,
  requested: readonly Column[] | undefined,
): { column: Column; label: string }[] {
  const columns = Object.keys(known) as Column[];
  const chosen = columns.filter((column) => column === 'id' || !requested || requested.includes(column));
  return chosen.map((column) => ({ column, label: known[column].label }));
}
