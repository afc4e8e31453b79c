import { type ImportColumn, labelOf, resultHeaders } from '../../../contract/files/import-columns.ts';
import { lineWord } from '../../../contract/run-words.ts';
import { invitingResult, type LineResult, type RunSubject } from '../../../contract/runs.ts';
import type { Authorized, Known } from '../../kernel/access.ts';
import { now, reader } from '../../kernel/context.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { csvHead, csvRows, withoutGuard } from '../../platform/csv.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { copyInvitations, requireEveryPermission } from '../users/invitations/invitations.service.ts';
import { resultsPerPage } from './pace.pure.ts';
import { subjectsOf } from './present.service.ts';
import { type LineRow, listLines } from './run-lines.repository.ts';
import type { RunRow } from './runs.repository.ts';
import { findRun } from './runs.service.ts';

/**
 * The columns of the imported file, then line, result and reason: rejected lines can be corrected and imported again.
 * @throws ApiError 404 as `getRun`.
 */
export async function downloadRunResult(
  ctx: Authorized<'signed_in'>,
  id: string,
  result: 'rejected' | undefined,
  renew: Renew<'signed_in'>,
) {
  const { about, file } = await findRun(ctx, id);
  const headers = [...(file === null ? ['Id', 'Name'] : file.headers), ...resultHeaders];
  return {
    filename: `${about}-${result ?? 'result'}-${now(ctx).slice(0, 10)}.csv`,
    body: pages(renew, headers, { id, result, limit: resultsPerPage }, toCells),
  };
}

/** Each link is a transaction. */
const linksPerPage = 50;

/**
 * Links are made while the file is read, are not stored, and end the older ones; each is audited. @throws ApiError 404;
 * 403 without every permission; 409 for a run that invites nobody, and on a server that sends emails.
 */
export async function downloadInviteLinks(
  ctx: Authorized<'users.invite'>,
  id: string,
  renew: Renew<'users.invite'>,
) {
  requireEveryPermission(ctx);
  const run = await findRun(ctx, id);
  const act = run.act?.act ?? null;
  const result = invitingResult({ kind: run.kind, act, options: run.options });
  if (result === null) throw new ApiError('conflict', 'This run invites nobody.');
  if (ctx.app.config.smtp_url) {
    throw new ApiError('conflict', 'This server sends emails: the users got their links.');
  }
  const headers = ['Name', 'Email', 'Link', 'Reason'];
  return {
    filename: `invite-links-${now(ctx).slice(0, 10)}.csv`,
    body: pages(renew, headers, { id, result, limit: linksPerPage }, async (ctx, _, lines) => {
      const ids = lines.flatMap((line) => (line.result === null ? [] : (line.subject_id ?? [])));
      const copied = await copyInvitations(ctx, ids);
      return copied.map(({ name, email, link, reason }) => [name, email, link, reason]);
    }),
  };
}

/** As long as the reader may see the run. */
async function* pages<R extends Known>(
  renew: Renew<R>,
  headers: readonly string[],
  { id, ...filter }: { id: string; result: LineResult | undefined; limit: number },
  cellsOf: (ctx: Authorized<R>, run: RunRow, rows: readonly LineRow[]) => Promise<(string | null)[][]>,
): AsyncGenerator<string> {
  yield csvHead(headers);
  for (let after = 0; ; ) {
    const ctx = await renew();
    const run = await findRun(ctx, id);
    const rows = await listLines(reader(ctx), id, { ...filter, after });
    const cells = await cellsOf(ctx, run, rows);
    if (cells.length > 0) yield csvRows(cells);
    if (rows.length < filter.limit) return;
    after = rows.at(-1)?.line ?? after;
  }
}

async function toCells(ctx: Authorized, run: RunRow, rows: readonly LineRow[]): Promise<(string | null)[][]> {
  const subjectOf = await subjectsOf(ctx, run.about, rows);
  const columns = columnsOf(run);
  return rows.map((row) => {
    const subject = subjectOf(row);
    return [
      // The guard is added again when the file is written, so that a corrected file is read like the first one.
      ...(row.cells ? row.cells.map(withoutGuard) : columns.map((column) => column && subject[column])),
      String(row.line),
      lineWord(run, row),
      row.reason,
    ];
  });
}

/** For rows that the file does not name. */
function columnsOf(run: RunRow): ('id' | 'name' | null)[] {
  if (run.file === null) return ['id', 'name'];
  // The columns that were chosen, or else are proposed.
  return (run.options ?? run.file).mapping.map((column) => {
    if (column === 'id') return 'id';
    return column === 'full_name' || column === 'name' ? 'name' : null;
  });
}

/** Without the id, because a template is for new rows. */
const examples: Record<RunSubject, { [K in ImportColumn]?: string }> = {
  users: {
    employee_number: '00042',
    email: 'ana.lopez@northline.example',
    full_name: 'Ana Lopez',
    phone: '(518) 555-0100',
    status: 'active',
    roles: 'Cashier',
    locations: '007; Mill Road',
  },
  locations: {
    number: '007',
    name: 'Mill Road',
    address: '1 Mill Road',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    phone: '(518) 555-0101',
    closed_on: '',
    time_zone: 'America/New_York',
    district: '',
  },
  stock: {
    locations: '007',
    code: '049000000443',
    on_hand: '24',
    reorder_point: '6',
    counted_at: '2026-03-14 06:00',
  },
};

export function importTemplate(about: RunSubject) {
  const example = Object.entries(examples[about]) as [ImportColumn, string][];
  async function* body() {
    yield csvHead(example.map(([column]) => labelOf(about, column)));
    yield csvRows([example.map(([, cell]) => cell)]);
  }
  return { filename: `${about}-template.csv`, body: body() };
}
