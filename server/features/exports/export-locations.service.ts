import {
  type ExportedLocationColumn,
  exportedLocationColumns,
  type LocationExportQuery,
} from '../../../contract/exports.ts';
import type { Location } from '../../../contract/locations.ts';
import type { Authorized } from '../../kernel/access.ts';
import { now } from '../../kernel/context.ts';
import { exportPages, type ReadPage } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/router.ts';
import { auditScopeOf } from '../audit/audit.service.ts';
import { listLocations } from '../locations/locations.service.ts';
import { chosenColumns, locationCells } from './cells.ts';
import { rowsPerPage, selectedPages } from './pages.ts';
import { type Asked, recordExport } from './record.ts';

type Context = Authorized<'locations.read'>;

interface Export {
  asked: Asked;
  columns?: readonly ExportedLocationColumn[] | undefined;
  renew: Renew<'locations.read'>;
  read: ReadPage<'locations.read', Location>;
}

/** The list of locations with its filters and order, as a file that an import reads again as it was. */
export function exportLocations(
  ctx: Context,
  { columns, ...query }: LocationExportQuery,
  renew: Export['renew'],
) {
  const { sort: _, q, ...filters } = query;
  const read: Export['read'] = async (ctx, after) => {
    const { locations, next } = await listLocations(ctx, { ...query, limit: rowsPerPage, after });
    return { rows: locations, next };
  };
  return begin(ctx, { asked: { search: q || undefined, ...filters }, columns, renew, read });
}

/** These locations, of those in scope. */
export function exportSelectedLocations(ctx: Context, ids: readonly string[], renew: Export['renew']) {
  const read: Export['read'] = selectedPages(
    ids,
    async (ctx, ids) => (await listLocations(ctx, { limit: rowsPerPage }, ids)).locations,
  );
  return begin(ctx, { asked: { selected: ids.length }, renew, read });
}

async function begin(ctx: Context, { asked, columns, renew, read }: Export) {
  await recordExport(ctx, { action: 'location.exported', name: 'Locations', asked }, []);
  const chosen = chosenColumns(exportedLocationColumns, columns);
  return {
    filename: `locations-${now(ctx).slice(0, 10)}.csv`,
    body: exportPages({
      what: 'the list',
      scopeOf: auditScopeOf,
      renew,
      read,
      labels: chosen.map(({ label }) => label),
      cells: (location) => chosen.map(({ column }) => locationCells[column](location)),
    }),
  };
}
