import { exportedLocationColumns, type LocationExportQuery } from '../../../contract/exports.ts';
import type { Location } from '../../../contract/locations.ts';
import type { Authorized } from '../../kernel/access.ts';
import type { ReadPage } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { listLocations } from '../locations/locations.service.ts';
import { locationCells } from './cells.pure.ts';
import { exportList } from './export-list.service.ts';
import { rowsPerPage, selectedPages } from './pages.service.ts';

type Context = Authorized<'locations.read'>;

type Read = ReadPage<'locations.read', Location>;

const list = {
  action: 'location.exported',
  name: 'Locations',
  columns: exportedLocationColumns,
  cells: locationCells,
  catalogs: [],
} as const;

export function exportLocations(
  ctx: Context,
  { columns, ...query }: LocationExportQuery,
  renew: Renew<'locations.read'>,
) {
  const { sort: _, q, ...filters } = query;
  const read: Read = async (ctx, after) => {
    const { locations, next } = await listLocations(ctx, { ...query, limit: rowsPerPage, after });
    return { rows: locations, next };
  };
  return exportList(ctx, list, { request: { search: q || undefined, ...filters }, columns, renew, read });
}

export function exportSelectedLocations(
  ctx: Context,
  ids: readonly string[],
  renew: Renew<'locations.read'>,
) {
  const read: Read = selectedPages(
    ids,
    async (ctx, ids) => (await listLocations(ctx, { limit: rowsPerPage, ids: [...ids] })).locations,
  );
  return exportList(ctx, list, { request: { selected: ids.length }, renew, read });
}
