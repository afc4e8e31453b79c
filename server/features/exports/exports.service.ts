import type * as z from 'zod/mini';
import type { AuditAction } from '../../../contract/audit.ts';
import {
  type ExportedLocationColumn,
  type ExportedUserColumn,
  exportedLocationColumns,
  exportedUserColumns,
  type LocationExportQuery,
  type UserExportQuery,
} from '../../../contract/files/exports.ts';
import type {
  ListSelection,
  LocationListQuery,
  LocationSelectionQuery,
  UserListQuery,
  UserSelectionQuery,
} from '../../../contract/lists/list.ts';
import { type Filter, filterText } from '../../../contract/lists/list-filters.ts';
import { type Authorized, holds, type Known, requirePermission, scopeOf } from '../../kernel/access.ts';
import { exportTable } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { readListQuery } from '../../platform/http/receive.ts';
import { auditScopeOf } from '../audit/audit.service.ts';
import { readHeldDistricts } from '../districts/districts.facts.service.ts';
import { nameManagers } from '../location-access/location-access.service.ts';
import { listLocations } from '../locations/locations-list.service.ts';
import type { Catalog } from '../runs/import/cells/catalog.pure.ts';
import { loadDistricts, loadLocations, loadRoles } from '../runs/import/cells/reading.service.ts';
import { listUsers, requirePastOfUsers } from '../users/list/users-list.service.ts';
import { readAssigned } from '../users/users.facts.service.ts';
import {
  type Cells,
  chosenColumns,
  type ExportedLocation,
  type ExportedUser,
  locationCells,
  userCells,
} from './cells.pure.ts';

/** Few, because reading them blocks the process. */
const rowsPerPage = 250;

/** Those that a query of the list finds but some, or those with these ids. */
type ChosenRows =
  | { query: UserSelectionQuery | LocationSelectionQuery; except: readonly string[] }
  | { ids: readonly string[] };

/** @throws ApiError 400 for a query that the list would refuse. */
export function readSelection(
  schema: z.ZodMiniType<UserSelectionQuery | LocationSelectionQuery>,
  selection: ListSelection,
): ChosenRows {
  if ('ids' in selection) return selection;
  return { query: readListQuery(schema, selection.query, 'query'), except: selection.except };
}

/** All columns unless some are requested. @throws ApiError 403 also without the permission to see users. */
export async function exportUsers(
  ctx: Authorized<'users.export'>,
  chosen: ChosenRows,
  renew: Renew<'users.export'>,
  requested?: UserExportQuery['columns'],
) {
  requirePermission(ctx, 'users.read');
  const mayNameDistricts = holds(ctx.actor, 'districts.read');
  const columns = chosenColumns(exportedUserColumns, columnsFor(ctx, requested)).filter(
    ({ column }) => column !== 'districts' || mayNameDistricts,
  );
  const roles = await loadRoles(ctx);
  const locations = await loadLocations(ctx);
  const districts = await loadDistricts(ctx);
  const list: ExportedList<'users.export', ExportedUser, ExportedUserColumn> = {
    ...{ action: 'user.exported', name: 'Users', columns, catalogs: [roles, locations, districts] },
    cells: userCells(roles, locations, districts),
    async read(ctx, question: UserListQuery) {
      const { users, next } = await listUsers(requirePermission(ctx, 'users.read'), question);
      const ids = users.map(({ id }) => id);
      const [assigned, held] = [await readAssigned(ctx, ids), await readHeldDistricts(ctx, ids)];
      // An import would assign those that only a district gives.
      const rows = users.map((user) => {
        return { ...user, location_ids: assigned(user.id), district_ids: held(user.id) };
      });
      return { rows, next };
    },
  };
  return exportList(ctx, list, chosen, renew);
}

/** @throws ApiError 400 for the last sign-in, for an actor who may not know it. */
function columnsFor(ctx: Authorized<'users.export'>, requested: UserExportQuery['columns']) {
  if (requested?.includes('last_sign_in_at')) requirePastOfUsers(ctx, 'columns');
  if (requested || !scopeOf(ctx).hidesPast) return requested;
  const all = Object.keys(exportedUserColumns) as ExportedUserColumn[];
  return all.filter((column) => column !== 'last_sign_in_at');
}

/** Managers only for actors who may see users. @throws ApiError 403 for others who request them. */
export async function exportLocations(
  ctx: Authorized<'locations.read'>,
  chosen: ChosenRows,
  renew: Renew<'locations.read'>,
  requested?: LocationExportQuery['columns'],
) {
  if (requested?.includes('managers')) requirePermission(ctx, 'users.read');
  const mayName = ctx.actor.permissions.has('users.read');
  const known = chosenColumns(exportedLocationColumns, requested);
  const columns = mayName ? known : known.filter(({ column }) => column !== 'managers');
  const namesManagers = columns.some(({ column }) => column === 'managers');
  const districts = await loadDistricts(ctx);
  const nameOf = (id: string | null) => id && districts.referenceTo(id);
  const list: ExportedList<'locations.read', ExportedLocation, ExportedLocationColumn> = {
    ...{ action: 'location.exported', name: 'Locations', columns, catalogs: [districts] },
    cells: locationCells,
    async read(ctx, question: LocationListQuery) {
      const { locations, next } = await listLocations(ctx, question);
      const ids = locations.filter((row) => row.manager_count > 0).map((row) => row.id);
      const managersOf = namesManagers
        ? await nameManagers(requirePermission(ctx, 'users.read'), ids)
        : () => [];
      const rows = locations.map((row) => ({
        ...row,
        ...{ managers: managersOf(row.id), district: nameOf(row.district_id) },
      }));
      return { rows, next };
    },
  };
  return exportList(ctx, list, chosen, renew);
}

interface ExportedList<R extends Known, Row extends { id: string }, Column extends string> {
  action: Extract<AuditAction, 'user.exported' | 'location.exported'>;
  name: 'Users' | 'Locations';
  columns: readonly { column: Column; label: string }[];
  cells: Cells<Row, Column>;
  /** Filters may name these by id. */
  catalogs: readonly Catalog[];
  read(
    ctx: Authorized<R>,
    question: UserListQuery | LocationListQuery,
  ): Promise<{ rows: readonly Row[]; next: string | null }>;
}

/** Recorded before the first row is sent. */
function exportList<R extends Known, Row extends { id: string }, Column extends string>(
  ctx: Authorized<R>,
  list: ExportedList<R, Row, Column>,
  chosen: ChosenRows,
  renew: Renew<R>,
) {
  const { name, action, catalogs, columns, cells } = list;
  return exportTable(ctx, {
    ...{ name, action, renew, scopeOf: auditScopeOf, details: inWords(catalogs, requestOf(chosen)) },
    columns: Object.fromEntries(columns.map(({ label, column }) => [label, cells[column]])),
    read: (ctx, after) => readPage(ctx, list, chosen, after),
  });
}

/** Rows with chosen ids come in the order of the ids. */
async function readPage<R extends Known, Row extends { id: string }, Column extends string>(
  ctx: Authorized<R>,
  { read }: ExportedList<R, Row, Column>,
  chosen: ChosenRows,
  after: string | undefined,
) {
  if ('query' in chosen) {
    const { rows, next } = await read(ctx, { ...chosen.query, limit: rowsPerPage, after });
    return { rows: rows.filter(({ id }) => !chosen.except.includes(id)), next };
  }
  const all = [...new Set(chosen.ids)];
  const start = Number(after ?? 0);
  const end = start + rowsPerPage;
  const { rows } = await read(ctx, { limit: rowsPerPage, ids: all.slice(start, end) });
  return { rows, next: end < all.length ? String(end) : null };
}

type RequestedRows = Record<string, string | number | Filter | undefined>;

function requestOf(chosen: ChosenRows): RequestedRows {
  if ('ids' in chosen) return { selected: chosen.ids.length };
  const { sort: _, q, ...filters } = chosen.query;
  return { search: q || undefined, ...filters, except: chosen.except.length || undefined };
}

/** With ids in filters as names. */
export function inWords(catalogs: readonly Catalog[], request: RequestedRows): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request).flatMap(([field, value]) => {
      if (value === undefined) return [];
      if (typeof value !== 'object') return [[field, String(value)]];
      const values = value.values.map((id) => nameOf(catalogs, id));
      return [[field, filterText({ ...value, values })]];
    }),
  );
}

function nameOf(catalogs: readonly Catalog[], value: string): string {
  return catalogs.map((catalog) => catalog.referenceTo(value)).find((name) => name !== value) ?? value;
}
