import type { Queryable } from '../../kernel/database/database.ts';
import * as repository from './audit.repository.ts';

/**
 * The last deactivation of an inactive user: when, by whom, and what ended with it in words. Null without an entry.
 * It checks no permission. `granted_by` and its name have the same meaning as in a grant.
 */
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
