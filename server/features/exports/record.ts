import type { AuditAction } from '../../../contract/audit.ts';
import { type Filter, filterText } from '../../../contract/list-filters.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../kernel/transaction.ts';
import type { Catalog } from '../runs/import/reading.service.ts';

/** What was asked for: the search and the filters, or how many selected rows. */
export type Asked = Record<string, string | number | Filter | undefined>;

interface Export {
  action: Extract<AuditAction, 'user.exported' | 'location.exported'>;
  name: 'Users' | 'Locations';
  asked: Asked;
}

/** Records the export before the first row is sent. Ids in filters are written by name. */
export function recordExport(
  ctx: Context,
  { action, name, asked }: Export,
  catalogs: readonly Catalog[],
): Promise<void> {
  const inWords = (filter: Filter) =>
    filterText({ ...filter, values: filter.values.map((value) => nameOf(catalogs, value)) });
  const details = Object.fromEntries(
    Object.entries(asked).flatMap(([field, value]) => {
      if (value === undefined) return [];
      return [[field, typeof value === 'object' ? inWords(value) : String(value)]];
    }),
  );
  return transaction(ctx, (ctx) =>
    audit(ctx, { action, subject: { type: 'settings', id: null, name }, details }),
  );
}

function nameOf(catalogs: readonly Catalog[], value: string): string {
  return catalogs.map((catalog) => catalog.referenceTo(value)).find((name) => name !== value) ?? value;
}
