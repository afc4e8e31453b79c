import { type RawBuilder, sql } from 'kysely';
import type { Scope } from './access.ts';

/**
 * The condition that keeps a column of location ids within the scope, for `whereAll`; none for all locations. It starts
 * from the actor's locations, because checking each row would cost as much as there are rows.
 */
export function inScope(scope: Scope, column: string): RawBuilder<boolean>[] {
  if (scope.all) return [];
  return [
    sql`${sql.ref(column)} in (
      select mine.location_id from user_locations as mine where mine.user_id = ${scope.user_id})`,
  ];
}
