import type { Scope } from '../../kernel/access.ts';
import type { LocationsTable } from '../../kernel/database/schema.ts';
import type { InTiers } from '../../kernel/database/search-tiers.ts';
import { inScope } from '../../kernel/scope.ts';
import { searched } from './locations-list.repository.ts';

const columns = ['name', 'number', 'closed_on', 'city', 'state'] as const;
export type FoundLocationRow = Pick<LocationsTable, (typeof columns)[number]>;

export function locationsInTiers(scope: Scope): InTiers {
  return {
    table: 'locations',
    columns,
    searched,
    where: inScope(scope, 'locations.id'),
  };
}
