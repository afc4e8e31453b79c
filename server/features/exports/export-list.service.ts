import type { AuditAction } from '../../../contract/audit.ts';
import { type Filter, filterText } from '../../../contract/lists/list-filters.ts';
import type { Authorized, Known } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type Context, now } from '../../kernel/context.ts';
import { exportPages, type ReadPage } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { auditScopeOf } from '../audit/audit.service.ts';
import type { Catalog } from '../runs/import/cells/catalog.pure.ts';
import { type Cells, chosenColumns } from './cells.pure.ts';

export interface ExportableList<Row, Column extends string> {
  action: Extract<AuditAction, 'user.exported' | 'location.exported'>;
  name: 'Users' | 'Locations';
  columns: Record<Column, { label: string }>;
  cells: Cells<Row, Column>;
  /** Filters may name these by id. */
  catalogs: readonly Catalog[];
}

export interface ExportOfList<R extends Known, Row, Column extends string> {
  /** For the audit entry. */
  request: RequestedRows;
  /** All columns unless given. */
  columns?: readonly Column[] | undefined;
  renew: Renew<R>;
  read: ReadPage<R, Row>;
}

type RequestedRows = Record<string, string | number | Filter | undefined>;

/** Recorded before the first row is sent. */
export async function exportList<R extends Known, Row, Column extends string>(
  ctx: Authorized<R>,
  list: ExportableList<Row, Column>,
  { request, columns, renew, read }: ExportOfList<R, Row, Column>,
) {
  await recordExport(ctx, list, request);
  const chosen = chosenColumns(list.columns, columns);
  return {
    filename: `${list.name.toLowerCase()}-${now(ctx).slice(0, 10)}.csv`,
    body: exportPages({
      what: 'the list',
      scopeOf: auditScopeOf,
      renew,
      read,
      labels: chosen.map(({ label }) => label),
      cells: (row) => chosen.map(({ column }) => list.cells[column](row)),
    }),
  };
}

/** With ids in filters as names. */
function recordExport(
  ctx: Context,
  { action, name, catalogs }: Omit<ExportableList<never, never>, 'columns' | 'cells'>,
  request: RequestedRows,
): Promise<void> {
  const inWords = (filter: Filter) =>
    filterText({ ...filter, values: filter.values.map((value) => nameOf(catalogs, value)) });
  const details = Object.fromEntries(
    Object.entries(request).flatMap(([field, value]) => {
      if (value === undefined) return [];
      return [[field, typeof value === 'object' ? inWords(value) : String(value)]];
    }),
  );
  return change(ctx, {}, (ctx) =>
    audit(ctx, { action, subject: { type: 'settings', id: null, name }, details }),
  );
}

function nameOf(catalogs: readonly Catalog[], value: string): string {
  return catalogs.map((catalog) => catalog.referenceTo(value)).find((name) => name !== value) ?? value;
}
