import { type Kysely, sql } from 'kysely';

/**
 * Whether searches on PostgreSQL have their indexes. They need the extension pg_trgm, which some hosts do not allow;
 * without it, searches read all rows.
 */
// biome-ignore lint/suspicious/noExplicitAny: it asks the catalog.
export async function hasSearchIndexes(db: Kysely<any>): Promise<boolean> {
  const { rows } = await sql<{ are_there: boolean }>`
    select to_regclass('users_search') is not null and to_regclass('locations_search') is not null as are_there
  `.execute(db);
  return rows[0]?.are_there === true;
}

/** Creates the extension and the missing indexes, if the database lets us. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export async function createSearchIndexes(tx: Kysely<any>): Promise<void> {
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index if not exists users_search on users using gin (search gin_trgm_ops);
      create index if not exists locations_search on locations using gin (search gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
      null;
    end $$`.execute(tx);
}
