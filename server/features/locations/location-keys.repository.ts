import type { Scope } from '../../kernel/access.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { inScope } from '../../kernel/scope.ts';
import { isFoundByOneOf, isOneOf } from '../../platform/database/query.ts';

function listed(db: Queryable, scope: Scope) {
  const [condition] = inScope(scope, 'locations.id');
  const query = db.selectFrom('locations').select(['id', 'name', 'number', 'zip']);
  return condition ? query.where(condition) : query;
}

export function listNumbered(db: Queryable, scope: Scope) {
  return listed(db, scope).execute();
}

export interface LocationKeys {
  ids: readonly string[];
  number_keys: readonly string[];
  sort_names: readonly string[];
}

export function listByKeys(db: Queryable, scope: Scope, { ids, number_keys, sort_names }: LocationKeys) {
  return listed(db, scope)
    .where(
      isFoundByOneOf('locations', [
        ids.length > 0 && isOneOf(db, 'locations.id', ids),
        number_keys.length > 0 && isOneOf(db, 'locations.number_key', number_keys, 'text'),
        sort_names.length > 0 && isOneOf(db, 'locations.sort_name', sort_names, 'text'),
      ]),
    )
    .orderBy('id')
    .execute();
}
