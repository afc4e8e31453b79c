import { setTimeout as sleep } from 'node:timers/promises';
import { fileOutcomes, type RegisterReceipt } from '../../../contract/registers.ts';
import { zipOf } from '../../platform/write-zip.ts';

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
const longestPauseOfFileMs = 6 * 3_600_000;
const longestObeyedMs = 3_600_000;
const refusedKeyPauseMs = 300_000;
const requestTimeoutMs = 120_000;
/** 20 kB a second. */
const slowestBytesPerMs = 20;
/** A server that has no time so many times in a row may have none for this request only. */
const busyTries = 5;
/** The connection broke in the middle, which a file may cause. With any other error there was none. */
const broken = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

export interface Post {
  /** Of Canopy. */
  url: string;
  /** Of a register connection. Read for each request, because a refused key may be replaced. */
  readKey(): Promise<string>;
  /** What to do when it is refused: 'Put the new key into register.key.' */
  newKeyHint: string;
  /** How often a refused key is compared with the one that is there now. */
  everyMs: number;
  /** After a failed request, at first. */
  pauseMs?: number;
  signal: AbortSignal;
  log(line: string): void;
}

export interface FileToSend {
  /** Tells it from a later file of the same name. */
  id: string;
  name: string;
  bytes: Buffer;
}

type Outcome = RegisterReceipt['files'][number];

/** A file that is a zip has several outcomes. */
export interface Answered {
  file: FileToSend;
  outcomes: readonly Outcome[];
}

interface Failure {
  why: string;
  /** A refused key, a limit, and no connection fail any request, and a busy server most; the rest may be its own fault. */
  of: 'key' | 'all' | 'busy' | 'request';
  afterMs: number;
}

const ofStatus = new Map<number, Failure['of']>([
  [401, 'key'],
  [429, 'all'],
  [503, 'busy'],
]);

/**
 * Sends files until each has an outcome of its own: nothing else is final. What fails as a whole is tried again after a
 * pause that grows, several files one by one. A file that fails alone is left until it is due, and others go on.
 */
export function createPost(watch: Post) {
  const firstMs = watch.pauseMs ?? firstPauseMs;
  const failed = new Map<string, { count: number; dueMs: number }>();
  /** Since the last success. A file counts once, so that others do not wait longer each time that it fails. */
  let failures = 0;
  let refusedKey: string | null = null;

  /** Null when the program ends before there is an answer. */
  async function post(
    files: readonly FileToSend[],
    isAgain: boolean,
  ): Promise<readonly Outcome[] | Failure | null> {
    const { name, body } = await packed(files);
    const url = new URL(`/api/register-files?name=${encodeURIComponent(name)}`, watch.url);
    for (let tries = 1; !watch.signal.aborted; tries++) {
      const key = await watch.readKey();
      const tried = await tryOnce(watch.signal, url, key, body, files.length);
      if (watch.signal.aborted) return null;
      if (!isFailure(tried)) {
        failures = 0;
        refusedKey = null;
        return tried;
      }
      if (tried.of === 'key') {
        if (key !== refusedKey) watch.log(`${tried.why} ${watch.newKeyHint} Until then nothing is sent.`);
        refusedKey = key;
        await waitForOtherKey(watch, key);
        continue;
      }
      if (!isAgain) failures += 1;
      const ms = Math.max(grown(firstMs, failures, longestPauseMs), tried.afterMs);
      const isOfRequest = tried.of === 'busy' ? isAgain || tries >= busyTries : tried.of === 'request';
      if (isOfRequest) return { ...tried, afterMs: ms };
      watch.log(`${tried.why} Trying again in ${inWords(ms)}.`);
      await pause(watch.signal, ms);
    }
    return null;
  }

  function leave({ id, name }: FileToSend, { why, afterMs }: Failure) {
    const count = (failed.get(id)?.count ?? 0) + 1;
    const ms = Math.max(grown(firstMs, count, longestPauseOfFileMs), afterMs);
    failed.set(id, { count, dueMs: Date.now() + ms });
    watch.log(`${name}: ${why} Trying it again in ${inWords(ms)}, and others meanwhile.`);
  }

  /** Those that have an outcome, after each request. */
  async function* send(files: readonly FileToSend[]): AsyncGenerator<Answered[]> {
    const [first, ...others] = files;
    if (!first) return;
    const isOne = others.length === 0;
    const answer = await post(files, failed.has(first.id));
    if (answer === null) return;
    if (!isFailure(answer)) {
      failed.delete(first.id);
      yield files.map((file, index) => ({ file, outcomes: isOne ? answer : answer.slice(index, index + 1) }));
      return;
    }
    if (isOne) leave(first, answer);
    else watch.log(`${answer.why} Sending ${files.length} files one by one.`);
    await pause(watch.signal, answer.afterMs);
    if (!isOne) for (const file of files) yield* send([file]);
  }

  return {
    send,
    hasFailed: (id: string) => failed.has(id),
    isDue: (id: string) => (failed.get(id)?.dueMs ?? 0) <= Date.now(),
  };
}

async function packed(
  files: readonly FileToSend[],
): Promise<{ name: string; body: Uint8Array<ArrayBuffer> }> {
  const [first, ...others] = files;
  if (!first || others.length > 0) return { name: 'files.zip', body: await zipOf(files) };
  return { name: first.name, body: Uint8Array.from(first.bytes) };
}

/** The server unpacks one level. */
export function isPacked({ bytes }: FileToSend): boolean {
  return ['PK', '\u001f\u008b'].includes(bytes.toString('latin1', 0, 2));
}

function isFailure(answer: readonly Outcome[] | Failure): answer is Failure {
  return 'why' in answer;
}

/** The outcomes of a receipt of so many files, or why there is none. */
async function tryOnce(
  signal: AbortSignal,
  url: URL,
  key: string,
  body: Uint8Array<ArrayBuffer>,
  count: number,
): Promise<readonly Outcome[] | Failure> {
  const timeout = AbortSignal.timeout(requestTimeoutMs + Math.ceil(body.length / slowestBytesPerMs));
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
      body,
      signal: AbortSignal.any([signal, timeout]),
    });
    // A proxy in between answers with a page.
    const answer: unknown = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return null;
      throw error;
    });
    return response.ok ? outcomesOf(answer, count) : failureOf(response, answer);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    const isOfRequest = timeout.aborted || (code !== undefined && broken.has(code));
    return { why: 'Canopy does not answer.', of: isOfRequest ? 'request' : 'all', afterMs: 0 };
  }
}

/** A zip that is refused as a whole has one outcome, which is of none of its files. */
function outcomesOf(answer: unknown, count: number): readonly Outcome[] | Failure {
  const { files } = (answer ?? {}) as Partial<RegisterReceipt>;
  const isReceipt = Array.isArray(files) && files.every((file) => fileOutcomes.includes(file?.outcome));
  if (!isReceipt) return { why: 'The answer is not one of Canopy.', of: 'request', afterMs: 0 };
  if (count === 1 ? files.length > 0 : files.length === count) return files;
  const reason = files.length === 1 ? files[0]?.reason : null;
  const why = reason ?? `The answer names ${files.length} files, and ${count} were sent.`;
  return { why, of: 'request', afterMs: 0 };
}

function failureOf({ status, headers }: Response, answer: unknown): Failure {
  const { detail } = (answer ?? {}) as { detail?: unknown };
  const seconds = Number(headers.get('retry-after'));
  return {
    why: typeof detail === 'string' ? detail : `Canopy answers with status ${status}.`,
    of: ofStatus.get(status) ?? 'request',
    afterMs: Number.isFinite(seconds) ? Math.min(seconds * 1000, longestObeyedMs) : 0,
  };
}

/** Somebody may connect the register again: a new key is tried at once, the same one after a while. */
async function waitForOtherKey({ signal, everyMs, readKey }: Post, refused: string): Promise<void> {
  const end = Date.now() + refusedKeyPauseMs;
  while (!signal.aborted && Date.now() < end && (await readKey()) === refused)
    await pause(signal, Math.min(everyMs, refusedKeyPauseMs));
}

function grown(firstMs: number, count: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** Math.max(0, count - 1), longestMs);
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

export async function pause(signal: AbortSignal, ms: number): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
