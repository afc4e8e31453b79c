import { scopeOf } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import type { InTiers } from '../../kernel/database/search-tiers.ts';
import { type FoundLocationRow, locationsInTiers } from './found-locations.repository.ts';

export type { FoundLocationRow };

export function locationsToSearch(ctx: Context): InTiers {
  return locationsInTiers(scopeOf(ctx));
}
