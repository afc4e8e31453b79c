import type { Requirement } from '../../../contract/access/permissions.ts';
import type { AuditAction } from '../../../contract/audit.ts';
import { csvHead, csvRows } from '../../platform/csv.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Authorized } from '../access.ts';
import { audit } from '../audit/audit.ts';
import { change } from '../change.ts';
import { now } from '../context.ts';
import type { Renew } from './request-access.ts';

/** `after` is the `next` of the page before. */
export type ReadPage<R extends Requirement, Row> = (
  ctx: Authorized<R>,
  after: string | undefined,
) => Promise<{ rows: readonly Row[]; next: string | null }>;

interface ExportedTable<R extends Requirement, Row> {
  name: string;
  action: AuditAction;
  /** For the audit entry. */
  details: Record<string, unknown>;
  columns: Record<string, (row: Row) => string | null>;
  renew: Renew<R>;
  scopeOf(ctx: Authorized<R>): Promise<readonly string[] | null>;
  read: ReadPage<R, Row>;
}

/** As a CSV with the name of the table and of the day. Recorded before the first row is sent. */
export async function exportTable<R extends Requirement, Row>(
  ctx: Authorized<R>,
  table: ExportedTable<R, Row>,
) {
  const { name, action, details } = table;
  await change(ctx, {}, (ctx) =>
    audit(ctx, { action, subject: { type: 'settings', id: null, name }, details }),
  );
  return { filename: `${name.toLowerCase()}-${now(ctx).slice(0, 10)}.csv`, body: csvOf(table) };
}

/**
 * Checks the reader's access for each page. When their locations changed, the export fails, so that a file never mixes
 * two scopes.
 */
async function* csvOf<R extends Requirement, Row>({
  columns,
  renew,
  scopeOf,
  read,
}: ExportedTable<R, Row>): AsyncGenerator<string> {
  yield csvHead(Object.keys(columns));
  const cells = Object.values(columns);
  const scope = String(await scopeOf(await renew()));
  let after: string | undefined;
  do {
    const ctx = await renew();
    if (String(await scopeOf(ctx)) !== scope) {
      throw new ApiError('forbidden', 'Your locations changed. Start the export again.');
    }
    const { rows, next } = await read(ctx, after);
    if (rows.length > 0) yield csvRows(rows.map((row) => cells.map((cellOf) => cellOf(row))));
    after = next ?? undefined;
  } while (after);
}
