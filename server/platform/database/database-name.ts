interface Named {
  database_url?: string | undefined;
  database_file: string;
}

/** For operators; never contains the password. */
export function nameDatabase({ database_url, database_file }: Named): string {
  if (!database_url) return `SQLite, ${database_file}`;
  const { pathname, host, searchParams } = new URL(database_url);
  // The folder of a socket is a query parameter.
  return `PostgreSQL, ${pathname.slice(1)} at ${host || searchParams.get('host')}`;
}
