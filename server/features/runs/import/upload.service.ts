import { createHash } from 'node:crypto';
import type { Run, RunFile, RunSubject } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { recordOwnChange } from '../../../kernel/changes/record-change.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import { updateStamp } from '../../../kernel/edit.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { ArrivingFile } from '../../../kernel/http/uploads.ts';
import { transaction } from '../../../kernel/transaction.ts';
import { charactersStoredAtOnce, storedAtOnce } from '../pace.pure.ts';
import { presentRun } from '../present.service.ts';
import { deleteLines, insertLines } from '../run-lines.repository.ts';
import { listMappings, lockRun, type RunRow, updateRun } from '../runs.repository.ts';
import { requireImport } from '../runs.rules.ts';
import { beginRun, oneLine, startRun } from '../start-run.service.ts';
import { mapHeaders, rememberedMapping } from './file/map-headers.pure.ts';
import { checkFile, type FileFacts, type FormatSettings, readLines } from './file/read-file.pure.ts';
import type { FileRecord } from './file/records.pure.ts';

interface Upload extends FormatSettings {
  id: string;
  about: RunSubject;
  name: string;
}

/**
 * The same id replaces the file until it is planned. @throws ApiError 400 with the line and the column of a fault, and
 * then nothing is stored; 403; 409 for an id that is in use.
 */
export async function uploadFile(
  ctx: Authorized<'signed_in'>,
  { id, about, name, ...settings }: Upload,
  file: Pick<ArrivingFile, 'parse'>,
): Promise<Run> {
  requireImport(ctx, about);
  return file.parse((bytes) => storeFile(ctx, { id, about, name, ...settings }, bytes));
}

async function storeFile(
  ctx: Context,
  { id, about, name, ...settings }: Upload,
  bytes: Buffer,
): Promise<Run> {
  const facts = await checkFile(bytes, settings, about);
  const run = await begin(ctx, { id, about, title: oneLine(`Import ${about} from ${name}`) });
  let batch: FileRecord[] = [];
  let characters = 0;
  for await (const record of readLines(bytes, facts)) {
    batch.push(record);
    for (const cell of record.cells) characters += cell.length;
    if (batch.length < storedAtOnce && characters < charactersStoredAtOnce) continue;
    await store(ctx, run, batch);
    batch = [];
    characters = 0;
  }
  await store(ctx, run, batch);
  return finish(ctx, run, facts, {
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
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
    await deleteLines(ctx.tx, id);
    const changes = { title, file: null, total: 0, ...updateStamp(ctx, run) };
    await updateRun(ctx.tx, id, changes);
    return { ...run, ...changes };
  });
}

function store(ctx: Context, run: RunRow, records: readonly FileRecord[]): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const locked = await lockRun(ctx.tx, { all: true }, run.id);
    if (locked?.state !== 'mapping' || locked.updated_at !== run.updated_at) throw replaced();
    const lines = records.map(({ line, cells }) => ({ line, cells }));
    await insertLines(ctx.tx, run.id, lines);
  });
}

function finish(
  ctx: Context,
  run: RunRow,
  { total, ...facts }: FileFacts,
  file: Pick<RunFile, 'name' | 'bytes' | 'sha256'>,
): Promise<Run> {
  return transaction(ctx, async (ctx) => {
    const locked = await lockRun(ctx.tx, { all: true }, run.id);
    if (locked?.updated_at !== run.updated_at) throw replaced();
    const read: RunFile = { ...file, ...facts, ...(await proposed(ctx, run, facts)) };
    const changes = { file: read, total };
    await updateRun(ctx.tx, run.id, changes);
    recordOwnChange(ctx, 'runs', run.created_by);
    return presentRun(ctx, { ...locked, ...changes });
  });
}

/** From the actor's last file with the same headers. */
async function proposed(
  ctx: InTransaction,
  run: RunRow,
  { headers, samples }: Pick<FileFacts, 'headers' | 'samples'>,
): Promise<Pick<RunFile, 'mapping' | 'meanings'>> {
  for (const { meanings, ...earlier } of await listMappings(ctx.tx, run)) {
    const mapping = rememberedMapping(headers, earlier);
    if (mapping) return { mapping, meanings };
  }
  return { mapping: mapHeaders(run.about, headers, samples), meanings: [] };
}

function replaced(): ApiError {
  return new ApiError(
    'conflict',
    'This import continues with another file, or is planned already. Start a new one.',
  );
}
