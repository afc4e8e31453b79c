import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { openSpool, type Spool, type SpoolOrigin } from '../spool.ts';

/**
 * Reads one file, or the files in it. It calls `startFile` where a file of an archive begins: its limits count for each
 * of them. Everything it yields is copied, so it is plain data.
 */
export type Reader = (file: Spool, options: never, startFile: () => void) => AsyncGenerator<unknown>;

/** To the thread: each is answered, but nothing is computed before it is asked for. */
export type Question =
  | { kind: 'read'; reader: string; origin: SpoolOrigin; options: unknown }
  | { kind: 'next' }
  | { kind: 'end' };

/** From the thread. `file` is no answer: it says how much processor time the thread had used when a file began. */
export type Answer =
  | { kind: 'file'; processorUs: number }
  | { kind: 'portion'; bytes: Uint8Array }
  | { kind: 'done' }
  | { kind: 'failed'; error: SentError };

/** An error as it travels between threads: they share no classes. */
export interface SentError {
  name: string;
  message: string;
  stack: string | undefined;
  /** Its own fields. */
  fields: object;
}

/** What the script of a thread calls; a reader is loaded when its first file comes. */
export function serveReaders(readers: Readonly<Record<string, () => Promise<Reader>>>): void {
  let portions: AsyncGenerator<unknown> | undefined;

  async function answer(question: Question): Promise<Answer> {
    if (question.kind === 'read') {
      const read = await readers[question.reader]?.();
      if (!read) throw new Error(`There is no reader ${question.reader}`);
      startFile();
      portions = read(openSpool(question.origin), question.options as never, startFile);
    }
    const next = question.kind === 'end' ? await portions?.return(undefined) : await portions?.next();
    if (!next || next.done) {
      portions = undefined;
      return { kind: 'done' };
    }
    return { kind: 'portion', bytes: serialize(next.value) };
  }

  parentPort?.on('message', async (question: Question) => {
    try {
      const given = await answer(question);
      parentPort?.postMessage(given, given.kind === 'portion' ? [given.bytes.buffer as ArrayBuffer] : []);
    } catch (error) {
      portions = undefined;
      parentPort?.postMessage({ kind: 'failed', error: sent(error) } satisfies Answer);
    }
  });
}

function startFile(): void {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ kind: 'file', processorUs: user + system } satisfies Answer);
}

function sent(error: unknown): SentError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, fields: { ...(error as object) } };
}
