import { exportedLocationColumns, type LocationExportQuery } from '../../../contract/files/exports.ts';
import { type ListSelection, locationSelectionQuery } from '../../../contract/lists/list.ts';
import type { Location } from '../../../contract/locations.ts';
import type { Authorized } from '../../kernel/access.ts';
import type { ReadPage } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { readListQuery } from '../../platform/http/list-query.ts';
import { listLocations } from '../locations/locations-list.service.ts';
import { locationCells } from './cells.pure.ts';
import { exportList } from './export-list.service.ts';
import { rowsPerPage, selectedPages } from './pages.pure.ts';

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
  except: readonly string[] = [],
) {
  const { sort: _, q, ...filters } = query;
  const read: Read = async (ctx, after) => {
    const { locations, next } = await listLocations(ctx, { ...query, limit: rowsPerPage, after });
    return { rows: locations.filter(({ id }) => !except.includes(id)), next };
  };
  const request = { search: q || undefined, ...filters, except: except.length || undefined };
  return exportList(ctx, list, { request, columns, renew, read });
}

export function exportSelectedLocations(
  ctx: Context,
  selection: ListSelection,
  renew: Renew<'locations.read'>,
) {
  if ('query' in selection) {
    const query = readListQuery(locationSelectionQuery, selection.query, 'query');
    return exportLocations(ctx, query, renew, selection.except);
  }
  const { ids } = selection;
  const read: Read = selectedPages(
    ids,
    async (ctx, ids) => (await listLocations(ctx, { limit: rowsPerPage, ids: [...ids] })).locations,
  );
  return exportList(ctx, list, { request: { selected: ids.length }, renew, read });
}
