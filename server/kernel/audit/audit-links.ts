import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../database/database.ts';
import { isOneOf } from '../database/query.ts';
import type { AuditEntryLocationsTable } from '../database/schema.ts';

type Change = AuditEntryLocationsTable['change'];

/** Links an entry to locations by their current names. A location is linked once; the first link stays. */
export function linkEntry(
  tx: Transaction,
  entryId: string,
  locationIds: readonly string[],
  change: Change,
): void {
  if (locationIds.length === 0) return;
  const areLinked = isOneOf(tx, 'locations.id', locationIds);
  insertLinks(
    tx,
    change,
    sql`locations join audit_entries on audit_entries.id = ${entryId} where ${areLinked}`,
  );
}

/** Links entries about users to the current locations of these users. */
export function linkToLocationsOfSubjects(tx: Transaction, entryIds: readonly string[]): void {
  const areOfEntries = isOneOf(tx, 'audit_entries.id', entryIds);
  const subjects = sql`audit_entries
    join user_locations on user_locations.user_id = audit_entries.subject_id
    join locations on locations.id = user_locations.location_id
    where ${areOfEntries}`;
  insertLinks(tx, null, subjects);
}

function insertLinks(tx: Transaction, change: Change, from: RawBuilder<unknown>): void {
  const insert = sql`
    insert into audit_entry_locations (entry_id, location_id, at, location_name, change)
    select audit_entries.id, locations.id, audit_entries.at, locations.name, ${change} from ${from}
    on conflict do nothing`;
  tx.later(insert.execute(tx));
}
