import type { Config } from '../../config/config.ts';

type Named = Pick<Config, 'database_url' | 'database_file'>;

/** Which database the settings name, for operators: its kind and place, never its password. */
export function nameDatabase({ database_url, database_file }: Named): string {
  if (!database_url) return `SQLite, ${database_file}`;
  const { pathname, host, searchParams } = new URL(database_url);
  // A socket's folder stands behind the question mark.
  return `PostgreSQL, ${pathname.slice(1)} at ${host || searchParams.get('host')}`;
}
