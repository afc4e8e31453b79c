import type { Queryable } from '../../kernel/database/database.ts';
import * as repository from './audit.repository.ts';

/** Null without an entry. It checks no permission. `granted_by` and its name are as in a grant. */
export async function findDeactivation(db: Queryable, userId: string) {
  const entry = await repository.findDeactivation(db, userId);
  if (!entry) return null;
  const { ended } = entry.details;
  return {
    at: entry.at,
    granted_by: entry.actor_id,
    granted_by_name: entry.actor_name,
    ended: Array.isArray(ended) ? ended.map(String) : [],
  };
}
