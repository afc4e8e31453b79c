/**
 * Why the database cannot do its work right now. `away`: it does not answer, or its connection broke. `busy`: others
 * hold what is needed. `read_only`: it takes no changes, as a standby does. `full`: its disk is.
 */
export type Outage = 'away' | 'busy' | 'read_only' | 'full';

/** The outage behind an error of either database; null for anything else, which is a bug. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof OutcomeUnknown) return 'away';
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return sqliteOutages.get(errcode % 256) ?? null;
  const named = typeof code === 'string' ? postgresOutage(code) : null;
  return named ?? (lostConnection.test(error.message) ? 'away' : null);
}

/** The connection broke while a transaction was committed: perhaps it is saved, and perhaps it is not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';

  constructor(cause: unknown) {
    super('The connection broke while a transaction was committed', { cause });
  }
}

/** By the primary result code (https://sqlite.org/rescode.html): BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const sqliteOutages = new Map<number, Outage>([
  [5, 'busy'],
  [6, 'busy'],
  [8, 'read_only'],
  [10, 'away'],
  [13, 'full'],
  [14, 'away'],
]);

/** By the SQLSTATE (PostgreSQL, appendix A), or the system's name for a fault of the network. */
function postgresOutage(code: string): Outage | null {
  if (code === '53100') return 'full';
  if (code === '25006') return 'read_only';
  // Serialization, deadlock, lock and statement time-outs.
  if (/^(40001|40P01|55P03|57014)$/.test(code)) return 'busy';
  // Connection, authorization, catalog name, resources, operator intervention, system; a session that was ended.
  if (/^(08|28|3D|53|57P|58)\w+$|^25P0[34]$/.test(code)) return 'away';
  return /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_\w+|E(HOST|NET)(UNREACH|DOWN))$/.test(code)
    ? 'away'
    : null;
}

/** What pg, its pool and Kysely say of a connection that is gone, without a code. */
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
