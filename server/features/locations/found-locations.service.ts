import { type Authorized, scopeOf } from '../../kernel/access.ts';
import type { InTiers } from '../../kernel/database/search-tiers.ts';
import { type FoundLocationRow, locationsInTiers } from './found-locations.repository.ts';

export type { FoundLocationRow };

export function locationsToSearch(ctx: Authorized<'locations.read'>): InTiers {
  return locationsInTiers(scopeOf(ctx));
}
