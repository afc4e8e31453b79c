import type { Config } from '../config/config.ts';
import { ConfigError } from '../platform/config-error.ts';

/** One sentence for a problem that an operator can fix; null for a bug. */
export function explainFailure(error: unknown, config: Config): ConfigError | null {
  if (error instanceof ConfigError) return error;
  if (!(error instanceof Error)) return null;
  const sentence =
    explainFiles(error, config) ??
    explainFull(error, config) ??
    // A move uses both databases.
    explainSqlite(error, config.database_file) ??
    (config.database_url ? explainPostgres(error, new URL(config.database_url)) : null);
  return sentence === null ? null : new ConfigError(sentence);
}

function explainFiles(error: Error, { data_dir }: Config): string | null {
  const code = codeOf(error);
  if (code === 'ENOSPC' || errcodeOf(error) === 13)
    return `The disk that holds ${data_dir} is full. Free some space; nothing was changed.`;
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `DATA_DIR ${data_dir} cannot be a folder, because a file has that name. Choose another folder.`;
  if (/^(EACCES|EPERM|EROFS|ENOENT|ENAMETOOLONG)$/.test(code))
    return `DATA_DIR ${data_dir} cannot be written (${code}). Make it writable or choose another folder.`;
  return null;
}

function explainSqlite(error: Error, file: string): string | null {
  const errcode = errcodeOf(error);
  if (errcode === 26 || errcode === 11)
    return `${file} is damaged or not a database. Restore it from a backup.`;
  if (errcode !== null && [8, 10, 14].includes(errcode % 256))
    return `${file} cannot be opened for writing: ${error.message}. Check the permissions and the disk of DATA_DIR.`;
  if (errcode !== null && errcode % 256 === 5)
    return `${file} is in use by another program, such as a move or a restore. Start again when it is done.`;
  return null;
}

function explainFull(error: Error, { database_url }: Config): string | null {
  if (codeOf(error) !== '53100' || !database_url) return null;
  return `The disk of t${nameOf(new URL(database_url)).slice(1)} is full: ${error.message}. Free some space.`;
}

/** By SQLSTATE (PostgreSQL, appendix A) or the system's code of a network error. */
export function explainPostgres(error: Error, url: URL, variable = 'DATABASE_URL'): string | null {
  const code = codeOf(error);
  const reason = error.message;
  const where = nameOf(url);
  // Before the next one: the parameter may be `statement_timeout`.
  if (reason.startsWith('unsupported startup parameter'))
    return `${where} is behind a pooler: ${reason}. Set DATABASE_PREPARED=off, and DATABASE_DIRECT_URL to PostgreSQL itself.`;
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(code) || /timeout/i.test(reason))
    return `${where} does not answer (${code || 'time-out'}). Start it, or correct ${variable}.`;
  return explainAnswer(error, url, variable);
}

function explainAnswer(error: Error, url: URL, variable: string): string | null {
  const code = codeOf(error);
  const reason = error.message;
  const where = nameOf(url);
  const user = decodeURIComponent(url.username) || `the user of ${variable}`;
  if (code === '42501')
    return `${where} does not let ${user} prepare it: ${reason}. Make ${user} the owner of the database and of its tables.`;
  if (code === '57P03' || code.startsWith('53'))
    return `${where} does not answer yet: ${reason}. Start again in a moment.`;
  if (/^(28|3D|08P01)/.test(code)) return `${where} refuses us: ${reason}. Correct ${variable}.`;
  if (/^(08|57P)/.test(code) || reason.startsWith('Connection terminated'))
    return `${where} ended the connection: ${reason}. Start again when it runs.`;
  if (code === '25006') return `${where} is read-only: ${reason}. Name the primary in ${variable}.`;
  if (isOfTls(code, reason))
    return `${where} cannot be reached over TLS: ${reason}. Correct sslmode in ${variable}, or the certificate of the server.`;
  if (code === '42P01')
    return `${where} is not the one that was migrated: ${reason}. Let DATABASE_URL and DATABASE_DIRECT_URL name one database.`;
  return null;
}

function isOfTls(code: string, reason: string) {
  return /\bSSL\b|certificate/i.test(reason) || /CERT/.test(code);
}

export function nameOf(url: URL): string {
  return `The database ${placeOf(url)}`;
}

/** The folder of a socket is a query parameter. */
function placeOf({ pathname, host, searchParams }: URL): string {
  return `${pathname.slice(1)} at ${host || searchParams.get('host')}`;
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** https://sqlite.org/rescode.html */
function errcodeOf(error: Error): number | null {
  return 'errcode' in error ? Number(error.errcode) : null;
}

/** For operators; never contains the password. */
export function nameDatabase({
  database_url,
  database_file,
}: Pick<Config, 'database_url' | 'database_file'>): string {
  return database_url ? `PostgreSQL, ${placeOf(new URL(database_url))}` : `SQLite, ${database_file}`;
}
