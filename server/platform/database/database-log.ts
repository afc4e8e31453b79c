import { type Outage, outageOf } from './outage.ts';

export interface Logger {
  error(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const sentences: Record<Outage, string> = {
  away: 'The database does not answer. Requests are refused until it does.',
  busy: 'The database is busy.',
  read_only: 'The database is read-only. Requests that change anything are refused until it accepts them.',
  full: 'The disk of the database is full. Requests that change anything are refused until there is space.',
};

/**
 * Logs an outage once at its start and once at its end: it works, and nothing failed for `quietMs`, because dead
 * connections fail one after the other.
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

  get outage(): Outage | null {
    return this.#outage;
  }

  /** The change itself is saved. */
  effectFailed(error: unknown): void {
    this.#logger.error({ err: error }, 'Work after a saved change failed');
  }

  /** Only the start of an outage is logged. A busy database is not an outage. */
  failed(error: unknown): void {
    const outage = outageOf(error);
    if (!outage || outage === 'busy') return;
    clearTimeout(this.#ending);
    this.#ending = undefined;
    if (outage === this.#outage) return;
    this.#outage = outage;
    this.#logger.error({ reason: reasonOf(error) }, sentences[outage]);
  }

  /** If changes fail, only a saved change ends the outage. */
  worked(how: 'answered' | 'saved'): void {
    if (!this.#outage || (this.#outage !== 'away' && how === 'answered')) return;
    this.#ending ??= setTimeout(() => {
      this.#outage = null;
      this.#ending = undefined;
      this.#logger.warn({}, 'The database works again.');
    }, this.#quietMs).unref();
  }
}

/** The message without the statement and its values, which drivers store in other members. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: unknown };
  // When several IP addresses failed, Node's message is empty.
  return message || String(code);
}
