import { resultHeaders } from '../../../contract/files/import-columns.ts';
import type { Received } from '../../../contract/http/endpoint.ts';
import type * as contract from '../../../contract/sales-imports.ts';
import type { SalesImport } from '../../../contract/sales-imports.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { now, reader } from '../../kernel/context.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { csvHead, csvRows, withoutGuard } from '../../platform/csv.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { ArrivingFile } from '../../platform/http/uploads.ts';
import type { Spool } from '../../platform/spool.ts';
import { listNumberedLocations } from '../locations/locations.facts.service.ts';
import { rememberedMapping } from '../runs/import/file/map-headers.pure.ts';
import type { CsvOptions, CsvPortion } from '../runs/import/file/read-file.pure.ts';
import { readUpload } from '../runs/import/upload.service.ts';
import type { LeftOut, Row } from './read/close-rows.pure.ts';
import { proposeMapping, proposeRow, totalFinderOf, withTotals } from './read/propose.pure.ts';
import * as repository from './sales-imports.repository.ts';

export type Manager = Authorized<'registers.manage'>;
type Upload = Received<typeof contract.uploadSales>['query'];

const listedMax = 50;
/** Then it cannot be undone any more. */
const storedDays = 90;
/** As runs that were never applied. */
const notAppliedDays = 7;

/**
 * @throws ApiError 400 with the line and the column of a fault, and then nothing is listed; 409 for an id that is in use.
 */
export function uploadSales(
  ctx: Manager,
  upload: Upload,
  file: Pick<ArrivingFile, 'parseSpooled'>,
): Promise<SalesImport> {
  return readUpload(ctx, file, (file) => store(ctx, upload, file));
}

async function store(ctx: Manager, start: Upload, file: Spool): Promise<SalesImport> {
  const { id, about } = start;
  const options: CsvOptions = { about, settings: {} };
  let stored: { facts: repository.Facts; finder: ReturnType<typeof totalFinderOf> } | undefined;
  let position = 0;
  for await (const portion of ctx.app.readers.read<CsvPortion>('csv', file, options)) {
    if ('facts' in portion) {
      const { headers, samples, total } = portion.facts;
      const mapping = proposeMapping(about, headers);
      const facts = { headers, samples, rows: total, totals: [], proposed: { mapping } };
      await begin(ctx, start, { ...facts, rows: 0 });
      stored = { facts, finder: totalFinderOf(headers, mapping) };
    } else if (stored) {
      const { finder } = stored;
      for (const { cells } of portion.lines) finder.add(cells);
      const at = position++;
      await change(ctx, {}, ({ tx }) => repository.insertLines(tx, id, at, portion.lines));
    }
  }
  if (!stored) throw new Error('The reader said nothing of the file');
  const totals = about === 'closes' ? stored.finder.found() : [];
  const proposed = await propose(ctx, about, { ...stored.facts, totals });
  const facts = { ...stored.facts, totals, proposed };
  await change(ctx, {}, ({ tx }) => repository.updateImport(tx, id, { facts }));
  return getSalesImport(ctx, id);
}

/** Without rows until all are stored. Old imports go. */
function begin(ctx: Manager, start: Upload, facts: repository.Facts): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const daysAgo = (days: number) => new Date(ctx.app.now().getTime() - days * 86_400_000).toISOString();
    await repository.deleteFormer(ctx.tx, daysAgo(storedDays), daysAgo(notAppliedDays));
    const isNew = await repository.insertImport(ctx.tx, {
      ...start,
      ...{ register_id: null, state: 'new', facts, options: null, counts: null },
      ...{ created_at: now(ctx), created_by: ctx.actor.user_id ?? '', created_by_name: ctx.actor.name },
    });
    if (!isNew) throw new ApiError('conflict', 'This id is already in use.');
  });
}

/** As the actor's last file with these columns was read, or by their names and sums. A location is chosen for each file. */
async function propose(
  ctx: Manager,
  about: Upload['about'],
  { headers, totals, proposed: { mapping } }: repository.Facts,
): Promise<contract.SalesImportOptions> {
  const [only, ...others] = about === 'closes' ? await listNumberedLocations(ctx) : [];
  const at = only && others.length === 0 ? { location_id: only.id } : {};
  const created_by = ctx.actor.user_id ?? '';
  for (const { options, facts } of await repository.listFormer(reader(ctx), { about, created_by })) {
    const { location_id: _, ...former } = options ?? { mapping: [] };
    const same = rememberedMapping(headers, { headers: facts.headers, mapping: former.mapping });
    if (same) return { ...former, mapping: same, ...at };
  }
  if (about === 'costs') return { mapping };
  return { mapping: withTotals(headers, mapping, totals), row: proposeRow(headers, mapping), ...at };
}

export async function listSalesImports(ctx: Manager): Promise<SalesImport[]> {
  const of = scopeOf(ctx).all ? null : ctx.actor.user_id;
  return (await repository.listImports(reader(ctx), of, listedMax)).filter(isStored).map(present);
}

/** @throws ApiError as `findImport`. */
export async function getSalesImport(ctx: Manager, id: string): Promise<SalesImport> {
  return present(await findImport(ctx, id));
}

/** @throws ApiError 404 also for one of somebody else, unless the actor sees all locations. */
export async function findImport(ctx: Manager, id: string): Promise<repository.ImportRow> {
  const row = await repository.findImport(reader(ctx), id);
  if (row && isStored(row) && (scopeOf(ctx).all || row.created_by === ctx.actor.user_id)) return row;
  throw new ApiError('not_found', 'This import does not exist, or is not yours.');
}

const isStored = ({ facts }: repository.ImportRow) => facts.rows > 0;

/** @throws ApiError 404, 409 for one that was applied. */
export async function discardSalesImport(ctx: Manager, id: string): Promise<void> {
  await findImport(ctx, id);
  await change(ctx, {}, async ({ tx }) => {
    if ((await repository.lockImport(tx, id))?.state !== 'new')
      throw new ApiError('conflict', 'This import was applied. It can be undone.');
    await repository.deleteImport(tx, id);
  });
}

/** What was not imported, with line and reason: it can be corrected and imported again. @throws ApiError 404 */
export async function downloadLeftOut(ctx: Manager, id: string, renew: Renew<'registers.manage'>) {
  const { about, facts } = await findImport(ctx, id);
  const [line = '', , reason = ''] = resultHeaders;
  async function* body() {
    yield csvHead([...facts.headers, line, reason]);
    for await (const rows of repository.listLines<Row & LeftOut>(reader(ctx), id)) {
      await findImport(await renew(), id);
      const left = rows.filter(({ text }) => text !== undefined);
      yield csvRows(left.map(({ line, cells, text }) => [...cells.map(withoutGuard), String(line), text]));
    }
  }
  return { filename: `${about}-not-imported-${now(ctx).slice(0, 10)}.csv`, body: body() };
}

function present(row: repository.ImportRow): SalesImport {
  const { id, about, name, state, created_at, created_by_name, options, counts } = row;
  const { proposed, ...facts } = row.facts;
  return {
    ...{ id, about, name, state, created_at, created_by: created_by_name },
    ...{ left_out: [], left_out_count: 0, ...facts, options: options ?? proposed, counts },
  };
}
