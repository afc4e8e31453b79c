import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Answered,
  createPost,
  type FileToSend,
  isPacked,
  type Post,
  pause,
} from './post-register-files.ts';

const filesAtOnce = 100;
const bytesAtOnce = 8_000_000;
/** Registers keep their files for 7 to 30 days. */
const recordDays = 400;

export interface Watch extends Post {
  folder: string;
  /** Where it writes what it sent, a line for each file. */
  record: string;
  /** A file that changed since then may still be written. */
  settleMs: number;
}

interface Found {
  name: string;
  size: number;
  changedMs: number;
  /** In the record. A file that changed is another one. */
  id: string;
}

/**
 * Sends every file of the folder once, in the order of their times, and nothing else: it never changes or deletes a
 * file. Only an outcome of the file itself is final; until then it is sent again. After a restart it continues where it
 * was.
 */
export async function watchFolder(watch: Watch): Promise<void> {
  const sent = await readRecord(watch.record);
  const record = createRecord(watch);
  const post = createPost(watch);
  while (!watch.signal.aborted) {
    const found = await findNew(watch, sent);
    const failed = found.filter(({ id }) => post.hasFailed(id) && post.isDue(id));
    for (const batch of [
      ...batches(found.filter(({ id }) => !post.hasFailed(id))),
      ...failed.map((file) => [file]),
    ]) {
      for (const files of apart(await readFiles(watch, batch))) {
        for await (const answered of post.send(files)) {
          for (const one of answered) {
            record.add(lineOf(one));
            sent.add(one.file.id);
          }
          describe(watch, answered);
          await record.save();
        }
      }
      if (watch.signal.aborted) return;
    }
    await record.save();
    await pause(watch.signal, watch.everyMs);
  }
}

function lineOf({ file, outcomes }: Answered): string {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  return `${new Date().toISOString()} ${outcomes[0]?.outcome} ${sha256} ${file.id}`;
}

function describe({ log }: Watch, answered: readonly Answered[]): void {
  for (const { file, outcomes } of answered) {
    for (const { name, outcome, reason } of outcomes) {
      if (outcome === 'accepted' || outcome === 'duplicate') continue;
      const label = outcomes.length === 1 ? file.name : `${file.name}, ${name}`;
      log(`${label}: ${outcome.replace('_', ' ')}${reason === null ? '' : `. ${reason}`}`);
    }
  }
  log(`Sent ${answered.length} ${answered.length === 1 ? 'file' : 'files'}.`);
}

/** Lines that cannot be written, because the disk is full, wait until they can. After a restart their files are sent again. */
function createRecord({ record, log }: Watch) {
  let waiting: string[] = [];
  let hasFailed = false;
  return {
    add: (line: string) => waiting.push(line),
    async save() {
      if (waiting.length === 0) return;
      // Half a line may have been written.
      const text = `${hasFailed ? '\n' : ''}${waiting.join('\n')}\n`;
      const error = await appendFile(record, text, { flush: true }).catch((error: Error) => error);
      if (error) {
        if (!hasFailed) log(`What was sent cannot be written: ${error.message}`);
        hasFailed = true;
        return;
      }
      waiting = [];
      hasFailed = false;
    },
  };
}

/**
 * A cut last line is from a kill: its file is sent again, which is a duplicate there. What is older than the files that
 * registers keep is left out, in a new file that takes the place of this one as a whole.
 */
async function readRecord(path: string): Promise<Set<string>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').flatMap((line) => {
    const [, at = '', id = ''] = /^(\S+) \S+ \S+ (.+)$/.exec(line) ?? [];
    return id ? [{ line, at, id }] : [];
  });
  const before = new Date(Date.now() - recordDays * 86_400_000).toISOString();
  const remaining = lines.filter(({ at }) => at >= before);
  if (remaining.length < lines.length) {
    const shorter = remaining.map(({ line }) => `${line}\n`).join('');
    // The longer one stays when the disk is full.
    await writeFile(`${path}.new`, shorter, { flush: true })
      .then(() => rename(`${path}.new`, path))
      .catch(() => {});
  }
  return new Set(lines.map(({ id }) => id));
}

async function findNew(watch: Watch, sent: ReadonlySet<string>): Promise<Found[]> {
  // A file share may be away for a while.
  const entries = await readdir(watch.folder, { withFileTypes: true }).catch((error: Error) => {
    watch.log(`The folder cannot be read: ${error.message}`);
    return [];
  });
  const found: Found[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const info = await stat(join(watch.folder, entry.name)).catch(() => null);
    if (!info) continue;
    const [name, size, changedMs] = [entry.name, info.size, Math.floor(info.mtimeMs)];
    // A clock of whole milliseconds is behind the fraction of a file that was written just now.
    if (Date.now() - changedMs < watch.settleMs) continue;
    const id = `${name}|${size}|${changedMs}`;
    if (!sent.has(id)) found.push({ name, size, changedMs, id });
  }
  return found.sort((a, b) => a.changedMs - b.changedMs || (a.name < b.name ? -1 : 1));
}

function* batches(files: readonly Found[]): Generator<Found[]> {
  let batch: Found[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length >= filesAtOnce || bytes + file.size > bytesAtOnce)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}

async function readFiles({ folder }: Watch, batch: readonly Found[]): Promise<FileToSend[]> {
  const read: FileToSend[] = [];
  for (const { id, name, size } of batch) {
    const bytes = await readFile(join(folder, name)).catch(() => null);
    // It is still being written otherwise.
    if (bytes?.length === size) read.push({ id, name, bytes });
  }
  return read;
}

/** For a zip, and those that are packed already. */
function apart(files: readonly FileToSend[]): FileToSend[][] {
  const plain = files.filter((file) => !isPacked(file));
  return [plain, ...files.filter(isPacked).map((file) => [file])];
}
