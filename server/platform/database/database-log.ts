import { type Outage, outageOf } from './outage.ts';

/** What the process's log offers; the details are data, the message is a sentence. */
export interface Logger {
  error(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const sentences: Record<Outage, string> = {
  away: 'The database does not answer. Requests are refused until it does.',
  busy: 'The database is busy.',
  read_only: 'The database takes no changes. Requests that change anything are refused until it does.',
  full: 'The disk of the database is full. Requests that change anything are refused until there is space.',
};

/**
 * Tells the log of an outage once, however many notice it, and once that it is over: when the database works and nobody
 * met the outage for `quietMs`. Connections that went silent are noticed one after the other, as their statements end.
 */
export class DatabaseLog {
  readonly #logger: Logger;
  readonly #quietMs: number;
  #outage: Outage | null = null;
  #ending: NodeJS.Timeout | undefined;

  constructor(logger: Logger, quietMs: number) {
    this.#quietMs = quietMs;
    this.#logger = logger;
  }

  /** The outage that lasts; null while all is well. */
  get outage(): Outage | null {
    return this.#outage;
  }

  /** Something that waited for a commit threw: the change itself is saved. */
  effectFailed(error: unknown): void {
    this.#logger.error({ err: error }, 'What was to follow a change failed');
  }

  /** Somebody met this error. Only an outage is told, and only its beginning; what is busy passes by itself. */
  failed(error: unknown): void {
    const outage = outageOf(error);
    if (!outage || outage === 'busy') return;
    clearTimeout(this.#ending);
    this.#ending = undefined;
    if (outage === this.#outage) return;
    this.#outage = outage;
    this.#logger.error({ reason: reasonOf(error) }, sentences[outage]);
  }

  /** The database answered, or saved a change: only that ends an outage of changes. */
  worked(how: 'answered' | 'saved'): void {
    if (!this.#outage || (this.#outage !== 'away' && how === 'answered')) return;
    this.#ending ??= setTimeout(() => {
      this.#outage = null;
      this.#ending = undefined;
      this.#logger.warn({}, 'The database works again.');
    }, this.#quietMs).unref();
  }
}

/** Without the statement and its values, which the driver puts into other members. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: unknown };
  // Node tells of several addresses that failed with an empty message.
  return message || String(code);
}
