import type { FoundUser } from '../../../../contract/search.ts';
import { displayName } from '../../../../contract/users.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import type { InTiers } from '../../../kernel/database/search-tiers.ts';
import { linksOf } from '../assign/user-links.service.ts';
import { type FoundUserRow, usersInTiers } from './found-users.repository.ts';

export type { FoundUserRow };

export function usersToSearch(ctx: Authorized<'users.read'>): InTiers {
  return usersInTiers(scopeOf(ctx));
}

/** The location is the first by name that the reader may see. */
export async function presentFoundUsers<Row extends FoundUserRow & { id: string }>(
  ctx: Authorized,
  rows: readonly Row[],
): Promise<(Row & Pick<FoundUser, 'kind' | 'name' | 'email' | 'is_active' | 'location'>)[]> {
  const { locations } = await linksOf(reader(ctx), scopeOf(ctx), rows);
  return rows.map((row) => ({
    ...row,
    kind: 'user' as const,
    name: displayName(row),
    is_active: Boolean(row.is_active),
    location: locations.of(row.id)[0]?.name ?? null,
  }));
}
