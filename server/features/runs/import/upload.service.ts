import type { Received } from '../../../../contract/http/endpoint.ts';
import type * as contract from '../../../../contract/runs.ts';
import type { Run, RunFile } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import { recordOwnChange } from '../../../kernel/changes/record-change.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import { updateStamp } from '../../../kernel/edit.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { ArrivingFile } from '../../../platform/http/uploads.ts';
import type { Spool } from '../../../platform/spool.ts';
import { ReaderEnded } from '../../../platform/threads/reader-threads.ts';
import { offeredDistricts } from '../../districts/districts.service.ts';
import { deletedAtOnce } from '../pace.pure.ts';
import { presentRun } from '../present.service.ts';
import { deleteSome, insertLines } from '../run-lines.repository.ts';
import { listMappings, lockRun, type RunRow, updateRun } from '../runs.repository.ts';
import { requireImport } from '../runs.rules.ts';
import { beginRun, oneLine, startRun } from '../start-run.service.ts';
import type { Catalog } from './cells/catalog.pure.ts';
import { withoutZeros } from './cells/meanings.pure.ts';
import { loadLocations, loadRoles } from './cells/reading.service.ts';
import { unreadable } from './file/detect.pure.ts';
import { type Mapping, mapHeaders, rememberedMapping } from './file/map-headers.pure.ts';
import { gridsOf, proposeMarks } from './file/propose-marks.pure.ts';
import type { CsvOptions, CsvPortion, FileFacts } from './file/read-file.pure.ts';
import type { FileRecord } from './file/records.pure.ts';

type Upload = Received<typeof contract.uploadFile>['query'];

/**
 * The same id replaces the file until it is planned. @throws ApiError 400 with the line and the column of a fault, and
 * then nothing is stored; 403; 409 for an id that is in use.
 */
export async function uploadFile(
  ctx: Authorized<'signed_in'>,
  upload: Upload,
  file: Pick<ArrivingFile, 'parseSpooled'>,
): Promise<Run> {
  requireImport(ctx, upload.about);
  return readUpload(ctx, file, (file) => storeFile(ctx, upload, file));
}

/** A file that ends its reader is refused. */
export function readUpload<Answer>(
  { app }: Pick<Context, 'app'>,
  file: Pick<ArrivingFile, 'parseSpooled'>,
  read: (file: Spool) => Promise<Answer>,
): Promise<Answer> {
  return file.parseSpooled(app.config.data_dir, async (file) => {
    try {
      return await read(file);
    } catch (error) {
      throw error instanceof ReaderEnded ? unreadable(error.message) : error;
    }
  });
}

async function storeFile(
  ctx: Authorized,
  { id, about, name, ...settings }: Upload,
  file: Spool,
): Promise<Run> {
  const options: CsvOptions = { about, settings };
  let stored: { run: RunRow; facts: FileFacts; sha256: string } | undefined;
  for await (const portion of ctx.app.readers.read<CsvPortion>('csv', file, options)) {
    if ('facts' in portion) {
      const title = oneLine(`Import ${about} from ${name}`);
      stored = { ...portion, run: await begin(ctx, { id, about, title }) };
      await deleteFormerLines(ctx, stored.run);
    } else if (stored) await store(ctx, stored.run, portion.lines);
  }
  if (!stored) throw new Error('The reader said nothing of the file');
  const { run, facts, sha256 } = stored;
  return finish(ctx, run, facts, { name, bytes: file.size, sha256 });
}

/** Its file is null until all lines are stored. */
function begin(ctx: Context, { id, about, title }: Pick<RunRow, 'id' | 'about' | 'title'>): Promise<RunRow> {
  return beginRun(ctx, async (ctx) => {
    const run = await startRun(
      ctx,
      { ...{ id, about, title }, kind: 'import', state: 'mapping', body: { upload: about } },
      async () => 0,
    );
    if (run.state !== 'mapping') throw replaced();
    const changes = { title, file: null, total: 0, ...updateStamp(ctx, run) };
    await updateRun(ctx.tx, id, changes);
    return { ...run, ...changes };
  });
}

/** Of the file that this one replaces, or that a server was storing when it was killed. */
async function deleteFormerLines(ctx: Context, run: RunRow): Promise<void> {
  const deleteNext = () =>
    change(ctx, {}, async (ctx) => {
      await lockCurrent(ctx, run);
      return deleteSome(ctx.tx, 'run_lines', run.id, deletedAtOnce);
    });
  while (await deleteNext());
}

/** @throws ApiError 409 when another file, or planning, has taken its place. */
async function lockCurrent({ tx }: InTransaction, { id, updated_at }: RunRow): Promise<RunRow> {
  const locked = await lockRun(tx, { all: true }, id);
  if (locked?.state !== 'mapping' || locked.updated_at !== updated_at) throw replaced();
  return locked;
}

function store(ctx: Context, run: RunRow, records: readonly FileRecord[]): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    await lockCurrent(ctx, run);
    const lines = records.map(({ line, cells }) => ({ line, cells }));
    await insertLines(ctx.tx, run.id, lines);
  });
}

async function finish(
  ctx: Authorized,
  run: RunRow,
  { total, marks, ...facts }: FileFacts,
  file: Pick<RunFile, 'name' | 'bytes' | 'sha256'>,
): Promise<Run> {
  const mapping = await proposeMapping(ctx, run, { ...facts, marks });
  return change(ctx, {}, async (ctx) => {
    const locked = await lockCurrent(ctx, run);
    const read: RunFile = { ...file, ...facts, ...(await remembered(ctx, run, facts.headers, mapping)) };
    const changes = { file: read, total };
    await updateRun(ctx.tx, run.id, changes);
    recordOwnChange(ctx, 'runs', run.created_by);
    return presentRun(ctx, { ...locked, ...changes });
  });
}

/** From the actor's last file with the same headers. */
async function remembered(
  ctx: InTransaction,
  run: RunRow,
  headers: readonly string[],
  otherwise: Mapping,
): Promise<Pick<RunFile, 'mapping' | 'meanings'>> {
  for (const { meanings, ...earlier } of await listMappings(ctx.tx, run)) {
    const mapping = rememberedMapping(headers, earlier);
    if (mapping) return { mapping, meanings };
  }
  return { mapping: otherwise, meanings: [] };
}

async function proposeMapping(
  ctx: Authorized,
  { about }: RunRow,
  { headers, samples, marks }: Pick<FileFacts, 'headers' | 'samples' | 'marks'>,
): Promise<Mapping> {
  const mapping = mapHeaders(about, headers, samples);
  // Where there are none, 'Region' and 'Area' mean something else.
  if (mapping.includes('districts') && (await offeredDistricts(ctx, [])).length === 0)
    mapping[mapping.indexOf('districts')] = null;
  // 'Employee' is a number, or with an X below it a role.
  const open = mapping.map((column, index) => (column === 'employee_number' && marks[index] ? null : column));
  if (about !== 'users' || gridsOf(open, marks).length === 0) return mapping;
  const [locations, roles] = [await loadLocations(ctx), await loadRoles(ctx)];
  const proposed = proposeMarks(open, marks, (index) => {
    const header = headers[index] ?? '';
    if (names(locations, header)) return 'location_marks';
    return names(roles, header) ? 'role_marks' : null;
  });
  const isGrid = proposed.some((column) => column === 'location_marks' || column === 'role_marks');
  return isGrid ? proposed : mapping;
}

/** Also a number that has lost its zeros, about which the user is asked. */
function names(catalog: Catalog, header: string): boolean {
  if (header === '') return false;
  const found = catalog.find(header);
  return Array.isArray(found) || (withoutZeros(header) !== null && found.near.length > 0);
}

function replaced(): ApiError {
  return new ApiError(
    'conflict',
    'This import continues with another file, or is planned already. Start a new one.',
  );
}
