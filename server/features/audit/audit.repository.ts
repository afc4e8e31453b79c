import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditFilters } from '../../../contract/audit.ts';
import type { Scope } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isOneOf } from '../../platform/database/query.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { Position } from '../../platform/keyset.ts';

export interface Filter extends AuditFilters {
  scope: Scope;
}

type Entries<O> = SelectQueryBuilder<Tables, 'audit_entries', O>;

/** Entries newest first; ids break ties of the same millisecond. */
export function listEntries(db: Queryable, filter: Filter, limit: number, after: Position | null) {
  return matching(db.selectFrom('audit_entries'), filter)
    .select([
      'id',
      'at',
      'actor_id',
      'actor_name',
      'action',
      'subject_type',
      'subject_id',
      'subject_name',
      'details',
      'via',
      'ip',
      'user_agent',
    ])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.created_at ?? null}, ${after?.id ?? null})`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The stores of these entries within the scope, by name. */
export function listLinks(db: Queryable, scope: Scope, entryIds: readonly string[]) {
  return db
    .selectFrom('audit_entry_locations')
    .select(['entry_id', 'location_id', 'location_name', 'change'])
    .where((eb) => isOneOf(db, eb.ref('entry_id'), entryIds))
    .$if(!scope.all, (query) =>
      query.where('location_id', 'in', (eb) =>
        eb
          .selectFrom('user_locations')
          .select('user_locations.location_id')
          .where('user_locations.user_id', '=', scope.all ? '' : scope.user_id),
      ),
    )
    .orderBy('location_name')
    .orderBy('location_id')
    .execute();
}

function matching<O>(entries: Entries<O>, { scope, location, person, action, from, to }: Filter) {
  return within(entries, scope, location)
    .$if(person !== undefined, (query) =>
      query.where((eb) => eb.or([eb('actor_id', '=', person ?? ''), eb('subject_id', '=', person ?? '')])),
    )
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? ''));
}

/**
 * Entries linked to a store within the scope, to the asked one if one is asked for. One condition for both: an
 * entry that is visible by one store must not be found by another one that the reader does not reach.
 */
function within<O>(entries: Entries<O>, scope: Scope, location: string | undefined): Entries<O> {
  if (scope.all && location === undefined) return entries;
  return entries.where('id', 'in', (eb) =>
    eb
      .selectFrom('audit_entry_locations as link')
      .select('link.entry_id')
      .$if(location !== undefined, (query) => query.where('link.location_id', '=', location ?? ''))
      .$if(!scope.all, (query) =>
        query.where('link.location_id', 'in', (eb) =>
          eb
            .selectFrom('user_locations')
            .select('user_locations.location_id')
            .where('user_locations.user_id', '=', scope.all ? '' : scope.user_id),
        ),
      ),
  );
}
