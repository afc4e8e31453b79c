import { sql } from 'kysely';
import { isOneOf, rowsOf } from '../../platform/database/query.ts';
import type { Transaction } from '../database/database.ts';
import type { AuditEntryLocationsTable } from '../database/schema.ts';

type Change = AuditEntryLocationsTable['change'];

interface Link {
  location_id: string;
  change: Change;
}

/** Links an entry to locations by their current names. A location is linked once; the first link stays. */
export function linkEntry(tx: Transaction, entry: { id: string; at: string }, links: readonly Link[]): void {
  const first = new Map<string, Link>();
  for (const link of links) if (!first.has(link.location_id)) first.set(link.location_id, link);
  if (first.size === 0) return;
  const columns = { entry_id: 'uuid', location_id: 'uuid', at: 'timestamptz', change: 'text' } as const;
  const rows = [...first.values()].map((link) => ({ entry_id: entry.id, at: entry.at, ...link }));
  const list = rowsOf(tx, columns, rows);
  const isOne = sql`locations.id = list.location_id`;
  // Of 100 rows, which PostgreSQL expects, it would read all locations: `offset 0` makes it look for each.
  const found =
    tx.dialect === 'sqlite'
      ? sql`${list} cross join locations on ${isOne}`
      : sql`${list} cross join lateral (select id, name from locations where ${isOne} offset 0) as locations`;
  const insert = sql`
    insert into audit_entry_locations (entry_id, location_id, at, location_name, change)
    select list.entry_id, locations.id, list.at, locations.name, list.change from ${found}`;
  tx.later(insert.execute(tx));
}

/** Links entries about users to the current locations of these users. */
export function linkToLocationsOfSubjects(tx: Transaction, entryIds: readonly string[]): void {
  const insert = sql`
    insert into audit_entry_locations (entry_id, location_id, at, location_name, change)
    select audit_entries.id, links.location_id, audit_entries.at,
      (select name from locations where id = links.location_id), null
    from audit_entries join user_locations as links on links.user_id = audit_entries.subject_id
    where ${isOneOf(tx, 'audit_entries.id', entryIds)}`;
  tx.later(insert.execute(tx));
}
