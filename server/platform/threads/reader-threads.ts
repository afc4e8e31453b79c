import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { createPlaces } from '../background/turns.ts';
import type { Spool } from '../spool.ts';
import type { Answer, Question, SentError } from './serve-readers.ts';

export type ReaderThreads = ReturnType<typeof createReaderThreads>;

/** The message is a sentence for users. */
export class ReaderEnded extends Error {
  override name = 'ReaderEnded';
  readonly why: 'time' | 'memory';

  constructor(why: 'time' | 'memory', message: string) {
    super(message);
    this.why = why;
  }
}

/** Those of one file. */
interface Limits {
  /** Of the thread's own processor, so that neither waiting nor a busy machine counts. */
  processorMs: number;
  /** What the thread has in memory, with what it has not collected yet. */
  memoryBytes: number;
  /** All that the reader yields. */
  yieldedBytes: number;
  portionBytes: number;
}

/**
 * The largest files take 3 to 6 s and 82 MB (a register file of 32 MB with 80,000 items) and yield 75 MB (a CSV of 20 MB with
 * 200 columns) in portions of 0.3 MB, or 6 MB for a register file that packs as badly as it may.
 */
const defaultLimits: Limits = {
  processorMs: 10_000,
  memoryBytes: 128_000_000,
  yieldedBytes: 96_000_000,
  portionBytes: 8_000_000,
};

/**
 * V8 ends the process, not the thread, when one allocation goes 16 MB beyond its own limit, such as that of a growing
 * Map. So its limit is far above ours, which is looked at so often that no reader gets from one to the other.
 */
const heapMaxMb = 768;
/** As small as that of the server (`scripts/lib/server-process.mjs`). */
const youngMaxMb = 12;
const lookEveryMs = 50;
/** Starting a thread takes 0.1 s, and an idle one has some 20 MB. */
const idleMs = 60_000;
/** Of its processor: some MB. Starting another one takes less. */
const largeFileUs = 500_000;

const sentences = {
  time: 'The file takes too long to read. Split it into smaller files.',
  memory: 'The file needs too much memory to be read. Split it into smaller files.',
  yielded: 'The file holds more than can be read. Split it into smaller files.',
};

interface Options {
  /** Calls `serveReaders`. */
  script: URL;
  /** Errors with a sentence for users. */
  refusals: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
  limits?: Partial<Limits>;
  /** Leaves one processor to the answers. */
  threadsMax?: number;
}

/** Reads files from outside in threads, so that no file delays the answers to others, or ends the server. */
export function createReaderThreads({
  script,
  refusals,
  limits,
  threadsMax = Math.max(1, availableParallelism() - 1),
}: Options) {
  const places = createPlaces(threadsMax);
  const all = new Set<Thread>();
  const idle: Thread[] = [];
  let isClosed = false;

  function take(): Thread {
    if (isClosed) throw new Error('The server is stopping');
    for (let thread = idle.pop(); thread; thread = idle.pop()) if (!thread.isEnded()) return thread;
    const thread = startThread(script, { ...defaultLimits, ...limits });
    all.add(thread);
    void thread.gone.then(() => all.delete(thread));
    return thread;
  }

  return {
    /**
     * Yields what the reader of this name yields for the file, one portion at a time: the thread waits until the next one
     * is asked for. Ending the generator early ends the reading. Close the file after that, not before. Waits for a
     * thread while others read. @throws what the reader throws, as an object of its class if that is among the refusals;
     * ReaderEnded when it breaks a limit
     */
    async *read<Portion>(reader: string, file: Spool, options: unknown): AsyncGenerator<Portion> {
      await places.take();
      let thread: Thread | undefined;
      try {
        thread = take();
        yield* thread.read<Portion>({ kind: 'read', reader, origin: file.origin, options });
      } catch (error) {
        throw isSentError(error) ? rebuilt(error, refusals) : error;
      } finally {
        // The number of its open file may be that of another one soon.
        if (thread?.isEnded()) await thread.gone;
        else if (thread) idle.push(thread);
        places.give();
      }
    },
    /** Ends all readings. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...all].map((thread) => thread.end(new Error('The server is stopping'))));
    },
  };
}

type Thread = ReturnType<typeof startThread>;

function startThread(script: URL, limits: Limits) {
  const worker = new Worker(script, {
    // Neither the secrets of the server nor its options are for a reader.
    env: environment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb, maxYoungGenerationSizeMb: youngMaxMb },
  });
  let fault: Error | null = null;
  let waiting: PromiseWithResolvers<Answer> | null = null;
  let file: OneFile = { startedAtUs: 0, yieldedBytes: 0 };
  let letGo: NodeJS.Timeout | undefined;
  let usedBefore = 0;

  const gone = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      fault ??= new Error('A reader ended its thread');
      waiting?.reject(fault);
      resolve();
    });
  });
  worker.on('message', (answer: Answer) => {
    if (answer.kind === 'file') file = { startedAtUs: answer.processorUs, yieldedBytes: 0 };
    else waiting?.resolve(answer);
  });
  worker.on('error', (error: Error & { code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    fault ??= isMemory ? new ReaderEnded('memory', sentences.memory) : error;
  });

  function end(why: Error): Promise<void> {
    fault ??= why;
    void worker.terminate();
    return gone;
  }

  async function ask(question: Question): Promise<Answer> {
    if (fault) throw fault;
    waiting = Promise.withResolvers<Answer>();
    worker.postMessage(question);
    const answer = await waiting.promise;
    if (answer.kind === 'failed') throw answer.error;
    if (answer.kind === 'portion') {
      file.yieldedBytes += answer.bytes.length;
      const isTooMuch = answer.bytes.length > limits.portionBytes || file.yieldedBytes > limits.yieldedBytes;
      if (isTooMuch) await end(new ReaderEnded('memory', sentences.yielded));
      if (fault) throw fault;
    }
    return answer;
  }

  /** It keeps the memory of a large file, and what becomes of the file needs some, too. */
  async function letGoAfterLarge(): Promise<void> {
    if (fault) return;
    const used = await processorUsOf(worker).catch(() => 0);
    if (used - usedBefore > largeFileUs) await end(new Error('Its memory is given back'));
    usedBefore = used;
  }

  return {
    gone,
    end,
    isEnded: () => fault !== null,
    async *read<Portion>(question: Question): AsyncGenerator<Portion> {
      clearTimeout(letGo);
      worker.ref();
      // Until the thread says when it began.
      file = { startedAtUs: Number.POSITIVE_INFINITY, yieldedBytes: 0 };
      const unwatch = watch(worker, limits, () => file, end);
      try {
        yield* portionsOf<Portion>(question, ask);
      } finally {
        unwatch();
        // As long as the process waits for the thread.
        await letGoAfterLarge();
        worker.unref();
        letGo = setTimeout(() => void end(new Error('Nothing was left to read')), idleMs).unref();
      }
    },
  };
}

async function* portionsOf<Portion>(
  question: Question,
  ask: (question: Question) => Promise<Answer>,
): AsyncGenerator<Portion> {
  let isWanted = true;
  try {
    let answer = await ask(question);
    while (answer.kind === 'portion') {
      isWanted = false;
      yield deserialize(answer.bytes) as Portion;
      isWanted = true;
      answer = await ask({ kind: 'next' });
    }
  } finally {
    // Who wants no more portions does not want the faults of their end either.
    if (!isWanted) await ask({ kind: 'end' }).catch(() => {});
  }
}

/** Without the cache of the server, each thread strips the types of all its code, which takes 20 MB. */
function environment(): Record<string, string> {
  const cache = getCompileCacheDir();
  // Node adds the last folder itself.
  return cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {};
}

interface OneFile {
  /** By the clock of the thread. */
  startedAtUs: number;
  yieldedBytes: number;
}

/** Ends a thread that breaks a limit. Looks at it until the function that it returns is called. */
function watch(worker: Worker, limits: Limits, file: () => OneFile, end: (why: Error) => Promise<void>) {
  async function look(): Promise<void> {
    const before = file();
    const [used, heap] = await Promise.all([processorUsOf(worker), worker.getHeapStatistics()]);
    const isTooLong = used - before.startedAtUs > limits.processorMs * 1000;
    // Another file may have begun meanwhile.
    if (isTooLong && before === file()) await end(new ReaderEnded('time', sentences.time));
    const isTooMuch = heap.used_heap_size + heap.external_memory > limits.memoryBytes;
    if (isTooMuch) await end(new ReaderEnded('memory', sentences.memory));
  }
  let isLooking = false;
  const looked = () => {
    isLooking = false;
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // It fails when the thread is gone.
    look().then(looked, looked);
  }, lookEveryMs);
  return () => clearInterval(timer);
}

async function processorUsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return user + system;
}

function isSentError(error: unknown): error is SentError {
  return typeof error === 'object' && error !== null && 'fields' in error;
}

function rebuilt({ name, message, stack, fields }: SentError, refusals: Options['refusals']): Error {
  const refusal = refusals.find((refusal) => refusal.name === name);
  const error = Object.assign(new Error(message), { name, stack }, fields);
  return refusal ? Object.setPrototypeOf(error, refusal.prototype) : error;
}
