import { type Outage, outageOf } from '../../platform/database/outage.ts';
import type { Database } from './database.ts';
import { compareMigrations } from './migrate.ts';

const reasons: Record<Outage, string> = {
  away: 'The database does not answer.',
  busy: 'The database is busy.',
  read_only: 'The database is read-only.',
  full: 'The disk of the database is full.',
};

/** Null when requests can be served. Cheap, because probes ask every second. */
export async function whyNotReady(database: Database): Promise<string | null> {
  try {
    const { pending, refusal } = await compareMigrations(database.read);
    if (refusal) return refusal;
    if (pending.length > 0) return `Migrations are missing: ${pending.join(', ')}`;
    const outage = await database.whyNotWritable();
    return outage && reasons[outage];
  } catch (error) {
    return reasons[outageOf(error) ?? 'away'];
  }
}
