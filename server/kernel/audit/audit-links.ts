import { sql } from 'kysely';
import type { Transaction } from '../database/database.ts';
import { isOneOf } from '../database/query.ts';
import type { AuditEntryLocationsTable } from '../database/schema.ts';

type Change = AuditEntryLocationsTable['change'];

const columns = ['entry_id', 'location_id', 'at', 'location_name', 'change'] as const;

/** Links an entry to locations by their current names. A location is linked once; the first link stays. */
export async function linkEntry(
  tx: Transaction,
  entryId: string,
  locationIds: readonly string[],
  change: Change,
): Promise<void> {
  if (locationIds.length === 0) return;
  await tx
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
        .where((eb) => isOneOf(tx, eb.ref('locations.id'), locationIds)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Links entries about users to the current locations of these users. */
export async function linkToLocationsOfSubjects(tx: Transaction, entryIds: readonly string[]): Promise<void> {
  await tx
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
        .where((eb) => isOneOf(tx, eb.ref('audit_entries.id'), entryIds)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
