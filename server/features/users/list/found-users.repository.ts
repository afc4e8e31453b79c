import type { Scope } from '../../../kernel/access.ts';
import type { InTiers } from '../../../kernel/database/search-tiers.ts';
import { usersInScope } from '../../../kernel/scope.ts';
import { searched } from './users-list.repository.ts';

export interface FoundUserRow {
  full_name: string | null;
  email: string;
  is_active: boolean | number;
}

export function usersInTiers(scope: Scope): InTiers {
  return {
    table: 'users',
    columns: ['full_name', 'email', 'is_active'],
    searched,
    where: usersInScope(scope, 'users.id'),
  };
}
