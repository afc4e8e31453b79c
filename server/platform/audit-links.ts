import { sql } from 'kysely';
import type { Transaction } from './database/database.ts';
import { prepared } from './database/prepared.ts';
import { idList, isInList } from './database/query.ts';
import type { AuditEntryLocationsTable } from './database/schema.ts';

type Change = AuditEntryLocationsTable['change'];

const columns = ['entry_id', 'location_id', 'at', 'location_name', 'change'] as const;

/** Links an entry to stores, by the name that each has now; the first link of a store stands. */
export async function linkEntry(
  tx: Transaction,
  entryId: string,
  locationIds: readonly string[],
  change: Change,
): Promise<void> {
  if (locationIds.length > 0) await insertLinks(tx, entryId, idList(tx, locationIds), change);
}

const insertLinks = prepared((tx: Transaction, entryId: string, locationIds: string, change: Change) =>
  tx
    .insertInto('audit_entry_locations')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('locations')
        .innerJoin('audit_entries', (join) => join.on('audit_entries.id', '=', entryId))
        .select([
          'audit_entries.id as entry_id',
          'locations.id as location_id',
          'audit_entries.at as at',
          'locations.name as location_name',
          sql<Change>`${change}`.as('change'),
        ])
        .where((eb) => isInList(tx, eb.ref('locations.id'), locationIds)),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** Links entries about people to the stores that each of these people has now. */
export async function linkToStoresOfSubjects(tx: Transaction, entryIds: readonly string[]): Promise<void> {
  await insertLinksOfSubjects(tx, idList(tx, entryIds));
}

const insertLinksOfSubjects = prepared((tx: Transaction, entryIds: string) =>
  tx
    .insertInto('audit_entry_locations')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('audit_entries')
        .innerJoin('user_locations', 'user_locations.user_id', 'audit_entries.subject_id')
        .innerJoin('locations', 'locations.id', 'user_locations.location_id')
        .select([
          'audit_entries.id as entry_id',
          'locations.id as location_id',
          'audit_entries.at as at',
          'locations.name as location_name',
          sql<Change>`null`.as('change'),
        ])
        .where((eb) => isInList(tx, eb.ref('audit_entries.id'), entryIds)),
    )
    .onConflict((conflict) => conflict.doNothing()),
);
