import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { isOneOf } from '../../kernel/database/query.ts';
import { inScope } from '../../kernel/scope.ts';

function listed(db: Queryable, scope: Scope) {
  const [condition] = inScope(scope, 'locations.id');
  const query = db.selectFrom('locations').select(['id', 'name', 'number', 'zip']);
  return condition ? query.where(condition) : query;
}

export function listNumbered(db: Queryable, scope: Scope) {
  return listed(db, scope).execute();
}

export interface SoughtLocations {
  ids: readonly string[];
  number_keys: readonly string[];
  sort_names: readonly string[];
}

/** The locations in scope with one of the ids, numbers or names: three lookups, because SQLite reads all for an `or`. */
export function listByKeys(db: Queryable, scope: Scope, { ids, number_keys, sort_names }: SoughtLocations) {
  const found = (keys: RawBuilder<boolean>) => sql`select locations.id from locations where ${keys}`;
  return listed(db, scope)
    .where(
      sql<boolean>`locations.id in (${found(isOneOf(db, 'locations.id', ids))}
        union ${found(isOneOf(db, 'locations.number_key', number_keys, 'text'))}
        union ${found(isOneOf(db, 'locations.sort_name', sort_names, 'text'))})`,
    )
    .orderBy('id')
    .execute();
}
