import type { Authorized } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import * as repository from './audit.repository.ts';

/** Null without an entry. `granted_by` and its name are as in a grant. */
export async function findDeactivation(ctx: Authorized<'users.read'>, userId: string) {
  const entry = await repository.findDeactivation(reader(ctx), userId);
  if (!entry) return null;
  const { ended } = entry.details;
  return {
    at: entry.at,
    granted_by: entry.actor_id,
    granted_by_name: entry.actor_name,
    ended: Array.isArray(ended) ? ended.map(String) : [],
  };
}
