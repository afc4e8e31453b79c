import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RegisterReceipt } from '../../contract/registers.ts';
import { zipOf } from '../platform/zip.ts';

const filesAtOnce = 100;
const bytesAtOnce = 8_000_000;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
const longestObeyedMs = 3_600_000;
const requestTimeoutMs = 120_000;
/** Every other answer is final. The middle two are of a proxy whose server does not answer. */
const busy = new Set([429, 502, 504, 503]);

export interface Watch {
  folder: string;
  /** Of Canopy. */
  url: string;
  /** Of a register connection. */
  key: string;
  /** Where it writes what it sent, a line for each file. */
  record: string;
  everyMs: number;
  /** A file that changed since then may still be written. */
  settleMs: number;
  /** After a failed request, at first. */
  pauseMs?: number;
  signal: AbortSignal;
  log(line: string): void;
}

interface Found {
  name: string;
  size: number;
  changedMs: number;
}

interface Answer {
  outcome: string;
  reason: string | null;
}

/** The key was refused: nothing can be sent until somebody connects the register again. */
export class KeyRefused extends Error {
  override name = 'KeyRefused';
}

/**
 * Sends every file of the folder once, in the order of their times, and nothing else: it never changes or deletes a
 * file. After a restart it continues where it was. It waits for a dead network and for a server that is busy; every
 * other answer is final. @throws KeyRefused
 */
export async function watchFolder(watch: Watch): Promise<void> {
  const sent = await readRecord(watch.record);
  const record = createRecord(watch);
  while (!watch.signal.aborted) {
    for (const batch of batches(await findNew(watch, sent))) {
      if (watch.signal.aborted) return;
      for (const { file, ...answer } of await sendBatch(watch, batch)) {
        record.add(`${new Date().toISOString()} ${answer.outcome} ${answer.sha256} ${keyOf(file)}`);
        sent.add(keyOf(file));
      }
      await record.save();
    }
    await record.save();
    await pause(watch, watch.everyMs);
  }
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

function keyOf({ name, size, changedMs }: Found): string {
  return `${name}|${size}|${changedMs}`;
}

/** A cut last line is from a kill: its file is sent again, which is a duplicate there. */
async function readRecord(path: string): Promise<Set<string>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return new Set(
    text.split('\n').flatMap((line) => {
      const [, file] = /^\S+ \S+ \S+ (.+)$/.exec(line) ?? [];
      return file === undefined ? [] : [file];
    }),
  );
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
    if (!info || Date.now() - info.mtimeMs < watch.settleMs) continue;
    const file = { name: entry.name, size: info.size, changedMs: Math.floor(info.mtimeMs) };
    if (!sent.has(keyOf(file))) found.push(file);
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

interface Sent extends Answer {
  file: Found;
  sha256: string;
}

/** Those that have an answer. */
async function sendBatch(watch: Watch, batch: readonly Found[]): Promise<Sent[]> {
  const read: { file: Found; bytes: Buffer }[] = [];
  for (const file of batch) {
    const bytes = await readFile(join(watch.folder, file.name)).catch(() => null);
    // It is still being written otherwise.
    if (bytes?.length === file.size) read.push({ file, bytes });
  }
  const [only, ...others] = read;
  if (!only) return [];
  const isOne = others.length === 0;
  const answers = await post(
    watch,
    isOne ? only.file.name : 'files.zip',
    isOne
      ? Uint8Array.from(only.bytes)
      : await zipOf(read.map(({ file, bytes }) => ({ name: file.name, bytes }))),
  );
  if (!answers) return [];
  if (!isOne && answers.length !== read.length) {
    // The zip as a whole was refused, for what may be the fault of one of them.
    const each: Sent[] = [];
    for (const { file } of read) each.push(...(await sendBatch(watch, [file])));
    return each;
  }
  const sent = read.map(({ file, bytes }, index) => ({
    ...{ file, sha256: createHash('sha256').update(bytes).digest('hex') },
    ...(answers[index] ?? { outcome: 'refused', reason: null }),
  }));
  for (const { file, outcome, reason } of sent) {
    if (outcome === 'accepted' || outcome === 'duplicate') continue;
    watch.log(`${file.name}: ${outcome.replace('_', ' ')}${reason === null ? '' : `. ${reason}`}`);
  }
  watch.log(`Sent ${read.length} ${read.length === 1 ? 'file' : 'files'}.`);
  return sent;
}

/** Until there is an answer; null when the program ends before. */
async function post(watch: Watch, name: string, body: Uint8Array<ArrayBuffer>): Promise<Answer[] | null> {
  const url = new URL(`/api/register-files?name=${encodeURIComponent(name)}`, watch.url);
  for (
    let waitMs = watch.pauseMs ?? firstPauseMs;
    !watch.signal.aborted;
    waitMs = Math.min(waitMs * 2, longestPauseMs)
  ) {
    const tried = await tryOnce(watch, url, body);
    if (Array.isArray(tried)) return tried;
    const ms = Math.max(waitMs, tried.afterMs);
    watch.log(`${tried.why} Trying again in ${Math.ceil(ms / 1000)} s.`);
    await pause(watch, ms);
  }
  return null;
}

interface Again {
  why: string;
  /** As the server asks. */
  afterMs: number;
}

/** The answers, or why to try again. */
async function tryOnce(
  { key, signal }: Watch,
  url: URL,
  body: Uint8Array<ArrayBuffer>,
): Promise<Answer[] | Again> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
    });
    if (response.ok) return ((await response.json()) as RegisterReceipt).files;
    // A proxy in between answers with a page.
    const problem = (await response.json().catch(() => ({}))) as { detail?: string };
    const detail = problem.detail ?? `Status ${response.status}.`;
    if (response.status === 401) throw new KeyRefused(detail);
    if (busy.has(response.status)) {
      const seconds = Number(response.headers.get('retry-after'));
      return {
        why: detail,
        afterMs: Number.isFinite(seconds) ? Math.min(seconds * 1000, longestObeyedMs) : 0,
      };
    }
    return [{ outcome: 'refused', reason: detail }];
  } catch (error) {
    if (error instanceof KeyRefused) throw error;
    return { why: 'Canopy does not answer.', afterMs: 0 };
  }
}

async function pause({ signal }: Watch, ms: number): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
