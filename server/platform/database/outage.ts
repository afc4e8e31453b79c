/** `busy`: another transaction holds a lock. `read_only`: it accepts no changes, like a standby. */
export type Outage = 'away' | 'busy' | 'read_only' | 'full';

/** Null for an error that is no outage, which is a bug. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof OutcomeUnknown) return 'away';
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return sqliteOutages.get(errcode % 256) ?? null;
  const named = typeof code === 'string' ? postgresOutage(code) : null;
  return named ?? (lostConnection.test(error.message) ? 'away' : null);
}

/** The connection broke during a commit, so it is unknown whether the change was saved. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';

  constructor(cause: unknown) {
    super('The connection broke while a transaction was committed', { cause });
  }
}

/** By primary result code (https://sqlite.org/rescode.html): BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const sqliteOutages = new Map<number, Outage>([
  [5, 'busy'],
  [6, 'busy'],
  [8, 'read_only'],
  [10, 'away'],
  [13, 'full'],
  [14, 'away'],
]);

/** By SQLSTATE (PostgreSQL, appendix A) or the system's code of a network error. */
function postgresOutage(code: string): Outage | null {
  // PostgreSQL's disk, and that of our own files.
  if (code === '53100' || code === 'ENOSPC') return 'full';
  if (code === '25006') return 'read_only';
  // Serialization failure, deadlock, lock timeout, statement timeout.
  if (/^(40001|40P01|55P03|57014)$/.test(code)) return 'busy';
  // Connection, authorization, catalog name, resources, operator intervention, system error; ended session.
  if (/^(08|28|3D|53|57P|58)\w+$|^25P0[34]$/.test(code)) return 'away';
  return /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_\w+|E(HOST|NET)(UNREACH|DOWN))$/.test(code)
    ? 'away'
    : null;
}

/** Messages of pg, its pool and Kysely about a lost connection that have no code. */
const lostConnection = new RegExp(
  [
    '^Connection terminated',
    '^timeout expired$',
    '^timeout exceeded when trying to connect$',
    '^Query read timeout$',
    'is not queryable$',
    '^Postgres connection has been discarded$',
    '^Cannot use a pool after calling end',
    '^driver has already been destroyed$',
  ].join('|'),
);
