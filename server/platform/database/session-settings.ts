/** What `openPostgres` sets for each of its sessions, as PostgreSQL shows it. */
export interface SessionLimits {
  database_query_timeout_seconds: number;
  database_lock_timeout_seconds: number;
}

/** In milliseconds. A transaction whose process hangs or lost its network releases its locks. */
export function sessionLimits({
  database_query_timeout_seconds,
  database_lock_timeout_seconds,
}: SessionLimits) {
  return {
    statement_timeout: database_query_timeout_seconds * 1000,
    lock_timeout: database_lock_timeout_seconds * 1000,
    idle_in_transaction_session_timeout: database_query_timeout_seconds * 1000,
  };
}

/** What a connection finds: whether it may write, and its settings as `pg_settings` has them. */
export const describeSession = `select current_setting('transaction_read_only')::bool as is_read_only,
  pg_is_in_recovery() as is_standby, current_user as role, current_database() as database,
  (select json_object_agg(lower(name), setting) from pg_settings where name in
    ('TimeZone', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')) as settings`;

export interface Session {
  is_read_only: boolean;
  is_standby: boolean;
  role: string;
  database: string;
  settings: Record<string, string>;
}

/**
 * Statements that give the role what its sessions lack; empty when nothing is missing. A pooler such as PgBouncer drops
 * the settings of a session, or refuses it.
 */
export function missingSettings({ role, database, settings }: Session, limits: SessionLimits): string[] {
  const wanted = Object.entries({ timezone: 'UTC', ...sessionLimits(limits) });
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  return wanted
    .filter(([name, value]) => settings[name] !== String(value))
    .map(
      ([name, value]) =>
        `alter role ${quoted(role)} in database ${quoted(database)} set ${name} = '${value}';`,
    );
}
