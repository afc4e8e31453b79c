import type { Received } from '../../../contract/http/endpoint.ts';
import type * as contract from '../../../contract/sales-imports.ts';
import type { SalesImport } from '../../../contract/sales-imports.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { now, reader } from '../../kernel/context.ts';
import { ApiError, invalid } from '../../platform/http/errors.ts';
import type { ArrivingFile } from '../../platform/http/uploads.ts';
import type { Spool } from '../../platform/spool.ts';
import { ReaderEnded } from '../../platform/threads/reader-threads.ts';
import { findName } from '../registers/connections/registers.service.ts';
import { unreadable } from '../runs/import/file/detect.pure.ts';
import type { CsvOptions, CsvPortion } from '../runs/import/file/read-file.pure.ts';
import { placesOf } from './places.service.ts';
import { isSameHeader, proposeMapping, proposeRow, totalFinderOf, withTotals } from './read/propose.pure.ts';
import * as repository from './sales-imports.repository.ts';

export type Manager = Authorized<'registers.manage'>;
type Upload = Received<typeof contract.uploadSales>['query'];

const listedMax = 50;
/** Then it cannot be undone any more. */
const storedDays = 90;

/**
 * @throws ApiError 400 with the line and the column of a fault, and then nothing is stored; 403, 404 as
 * `lockManageable`; 409 for an id that is in use.
 */
export async function uploadSales(
  ctx: Manager,
  { about, register, ...upload }: Upload,
  file: Pick<ArrivingFile, 'parseSpooled'>,
): Promise<SalesImport> {
  if (about === 'closes' && register === undefined)
    throw invalid({
      path: 'register',
      message: 'Choose the register connection of the locations in the file.',
    });
  const register_id = about === 'closes' ? (register ?? null) : null;
  if (register_id !== null) await placesOf(ctx, register_id);
  return file.parseSpooled(ctx.app.config.data_dir, async (file) => {
    try {
      return await store(ctx, { ...upload, about, register_id }, file);
    } catch (error) {
      throw error instanceof ReaderEnded ? unreadable(error.message) : error;
    }
  });
}

type Start = Pick<repository.ImportRow, 'id' | 'about' | 'register_id' | 'name'>;

async function store(ctx: Manager, start: Start, file: Spool): Promise<SalesImport> {
  const { id, about } = start;
  const options: CsvOptions = { about, settings: {} };
  let stored: { facts: repository.Facts; finder: ReturnType<typeof totalFinderOf> } | undefined;
  let position = 0;
  for await (const portion of ctx.app.readers.read<CsvPortion>('csv', file, options)) {
    if ('facts' in portion) {
      const { headers, samples, total } = portion.facts;
      const mapping = proposeMapping(about, headers);
      const facts = { headers, samples, rows: total, totals: [], proposed: { mapping } };
      await begin(ctx, start, facts);
      stored = { facts, finder: totalFinderOf(headers, mapping) };
    } else if (stored) {
      const { finder } = stored;
      for (const { cells } of portion.lines) finder.add(cells);
      const at = position++;
      await change(ctx, {}, ({ tx }) => repository.insertLines(tx, id, at, portion.lines));
    }
  }
  if (!stored) throw new Error('The reader said nothing of the file');
  const facts = await finished(ctx, start, stored.facts, about === 'closes' ? stored.finder.found() : []);
  await change(ctx, {}, ({ tx }) => repository.updateImport(tx, id, { facts }));
  return getSalesImport(ctx, id);
}

/** Old imports go, and an earlier file that was not applied. */
function begin(ctx: Manager, start: Start, facts: repository.Facts): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const created_by = ctx.actor.user_id ?? '';
    const before = new Date(ctx.app.now().getTime() - storedDays * 86_400_000).toISOString();
    await repository.deleteFormer(ctx.tx, created_by, before);
    const isNew = await repository.insertImport(ctx.tx, {
      ...start,
      ...{ state: 'new', facts, options: null, counts: null },
      ...{ created_at: now(ctx), created_by, created_by_name: ctx.actor.name },
    });
    if (!isNew) throw new ApiError('conflict', 'This id is already in use.');
  });
}

/** With what is proposed: as the last file with these columns was read, or by their names and sums. */
async function finished(
  ctx: Manager,
  start: Start,
  { proposed: { mapping }, ...facts }: repository.Facts,
  totals: SalesImport['totals'],
): Promise<repository.Facts> {
  const { headers } = facts;
  for (const former of await repository.listFormer(reader(ctx), start)) {
    if (former.options !== null && isSameHeader(headers, former.facts.headers))
      return { ...facts, totals, proposed: former.options };
  }
  if (start.about === 'costs') return { ...facts, totals, proposed: { mapping } };
  const row = proposeRow(headers, mapping);
  return { ...facts, totals, proposed: { mapping: withTotals(headers, mapping, totals), row } };
}

export async function listSalesImports(ctx: Manager): Promise<SalesImport[]> {
  const of = scopeOf(ctx).all ? null : ctx.actor.user_id;
  const rows = await repository.listApplied(reader(ctx), of, listedMax);
  return Promise.all(rows.map((row) => present(ctx, row)));
}

/** @throws ApiError 404 also for one of somebody else, unless the actor sees all locations. */
export async function getSalesImport(ctx: Manager, id: string): Promise<SalesImport> {
  return present(ctx, visible(ctx, await repository.findImport(reader(ctx), id)));
}

/** @throws ApiError 404 */
export function visible(ctx: Manager, row: repository.ImportRow | null): repository.ImportRow {
  if (row && (scopeOf(ctx).all || row.created_by === ctx.actor.user_id)) return row;
  throw new ApiError('not_found', 'This import does not exist, or is not yours.');
}

async function present(ctx: Manager, row: repository.ImportRow): Promise<SalesImport> {
  const { id, about, name, state, register_id, created_at, created_by_name, options, counts } = row;
  const { proposed, ...facts } = row.facts;
  const places = state === 'new' && register_id !== null ? await placesOf(ctx, register_id) : [];
  return {
    ...{ id, about, name, state, created_at, created_by: created_by_name, ...facts },
    register: register_id === null ? null : { id: register_id, name: await findName(ctx.app, register_id) },
    locations: places.map(({ id, name }) => ({ id, name })),
    options: options ?? proposed,
    counts,
    can_undo: state === 'applied',
  };
}
