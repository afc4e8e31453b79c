import { resultHeaders } from '../../../../contract/files/import-columns.ts';
import { lineWord } from '../../../../contract/run-words.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { now, reader } from '../../../kernel/context.ts';
import type { Renew } from '../../../kernel/http/request-access.ts';
import { csvHead, csvRows, withoutGuard } from '../../../platform/csv.ts';
import { resultsPerPage } from '../pace.pure.ts';
import { namesOf } from '../present.service.ts';
import { type LineRow, listLines } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';
import { findRun } from '../runs.service.ts';

/**
 * The columns of the imported file, then line, result and reason: rejected lines can be corrected and imported again.
 * @throws ApiError 404 as `getRun`.
 */
export async function downloadRunResult(
  ctx: Authorized<'signed_in'>,
  id: string,
  only: 'rejected' | undefined,
  renew: Renew<'signed_in'>,
) {
  const run = await findRun(ctx, id);
  const what = only ?? 'result';
  return {
    filename: `${run.about}-${what}-${now(ctx).slice(0, 10)}.csv`,
    body: pages(renew, run, only),
  };
}

async function* pages(
  renew: Renew<'signed_in'>,
  { id, file }: RunRow,
  result: 'rejected' | undefined,
): AsyncGenerator<string> {
  const headers = file === null ? ['Id', 'Name'] : file.headers;
  yield csvHead([...headers, ...resultHeaders]);
  let after = 0;
  for (;;) {
    const ctx = await renew();
    const run = await findRun(ctx, id);
    const rows = await listLines(reader(ctx), id, { result, after, limit: resultsPerPage });
    if (rows.length > 0) yield csvRows(await toCells(ctx, run, rows));
    if (rows.length < resultsPerPage) return;
    after = rows.at(-1)?.line ?? after;
  }
}

async function toCells(ctx: Authorized, run: RunRow, rows: readonly LineRow[]): Promise<(string | null)[][]> {
  const visible = await namesOf(
    ctx,
    run.about,
    rows.flatMap((row) => row.subject_id ?? []),
  );
  const columns = columnsOf(run);
  return rows.map((row) => {
    const subject = { id: visible.has(row.subject_id ?? '') ? row.subject_id : null, name: row.subject_name };
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
