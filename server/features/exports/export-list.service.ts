import type { AuditAction } from '../../../contract/audit.ts';
import { type Filter, filterText } from '../../../contract/lists/list-filters.ts';
import type { Authorized, Known } from '../../kernel/access.ts';
import { exportTable, type ReadPage } from '../../kernel/http/export-pages.ts';
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

export function exportList<R extends Known, Row, Column extends string>(
  ctx: Authorized<R>,
  { name, action, catalogs, columns: known, cells }: ExportableList<Row, Column>,
  { request, columns, renew, read }: ExportOfList<R, Row, Column>,
) {
  const chosen = chosenColumns(known, columns);
  return exportTable(ctx, {
    ...{ name, action, renew, read, scopeOf: auditScopeOf },
    details: inWords(catalogs, request),
    columns: Object.fromEntries(chosen.map(({ label, column }) => [label, cells[column]])),
  });
}

/** With ids in filters as names. */
function inWords(catalogs: readonly Catalog[], request: RequestedRows): Record<string, string> {
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
