import { type RawBuilder, sql } from 'kysely';
import type { Scope } from './access.ts';

/** For `whereAll`; nothing for all locations. Starts from the actor's locations: checking each row costs more. */
export function inScope(scope: Scope, column: string): RawBuilder<boolean>[] {
  if (scope.all) return [];
  return [
    sql`${sql.ref(column)} in (
      select mine.location_id from user_locations as mine where mine.user_id = ${scope.user_id})`,
  ];
}
