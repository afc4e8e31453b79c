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

interface Exported<R extends Requirement, Row> {
  /** In words: 'the list'. */
  what: string;
  renew: Renew<R>;
  labels: readonly string[];
  scopeOf(ctx: Authorized<R>): Promise<readonly string[] | null>;
  read: ReadPage<R, Row>;
  cells(row: Row): (string | null)[];
}

/**
 * Checks the reader's access for each page. When their locations changed, the export fails, so that a file never mixes
 * two scopes.
 */
export async function* exportPages<R extends Requirement, Row>({
  what,
  renew,
  labels,
  scopeOf,
  read,
  cells,
}: Exported<R, Row>): AsyncGenerator<string> {
  yield csvHead(labels);
  const scope = String(await scopeOf(await renew()));
  let after: string | undefined;
  do {
    const ctx = await renew();
    if (String(await scopeOf(ctx)) !== scope) {
      throw new ApiError('forbidden', `Your locations changed. Export ${what} again.`);
    }
    const { rows, next } = await read(ctx, after);
    if (rows.length > 0) yield csvRows(rows.map(cells));
    after = next ?? undefined;
  } while (after);
}

interface ExportedTable<R extends Requirement, Row>
  extends Pick<Exported<R, Row>, 'renew' | 'scopeOf' | 'read'> {
  name: string;
  action: AuditAction;
  /** For the audit entry. */
  details: Record<string, unknown>;
  columns: Record<string, (row: Row) => string | null>;
}

/** As a file with the name of the table and of the day. Recorded before the first row is sent. */
export async function exportTable<R extends Requirement, Row>(
  ctx: Authorized<R>,
  { name, action, details, columns, ...pages }: ExportedTable<R, Row>,
) {
  await change(ctx, {}, (ctx) =>
    audit(ctx, { action, subject: { type: 'settings', id: null, name }, details }),
  );
  const title = name.toLowerCase();
  return {
    filename: `${title}-${now(ctx).slice(0, 10)}.csv`,
    body: exportPages({
      ...pages,
      what: `the ${title}`,
      labels: Object.keys(columns),
      cells: (row) => Object.values(columns).map((cellOf) => cellOf(row)),
    }),
  };
}
