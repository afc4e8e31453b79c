import type { UserSelectionQuery } from '../../../../contract/lists/list.ts';
import { definedOnly } from '../../../../contract/lists/list-filters.ts';
import { knowsSecondFactors } from '../../../../contract/users.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { runScopeOf } from '../../../kernel/run-subjects.ts';
import { signInSql } from '../../auth/accounts/account-invitations.service.ts';
import { requirePastOfUsers } from './past-of-users.rules.ts';
import type { UserListFilter } from './user-conditions.repository.ts';

/** @throws ApiError 400 for a filter by the last sign-in, for an actor who may not know it. */
export function listFilter(ctx: Authorized, query: Pick<UserListFilter, 'q' | 'filters'>): UserListFilter {
  const now = ctx.app.now();
  if (query.filters.last_sign_in) requirePastOfUsers(ctx, 'last_sign_in');
  return {
    ...query,
    scope: scopeOf(ctx),
    now,
    signIn: signInSql(now.toISOString()),
    knowsFactors: mayKnowFactors(ctx),
    runs: runScopeOf(ctx),
  };
}

/** @throws ApiError 400 as `listFilter`, also for the sort. */
export function filterOfQuery(ctx: Authorized, { q, sort, ...filters }: UserSelectionQuery): UserListFilter {
  if (sort?.field === 'last_sign_in') requirePastOfUsers(ctx, 'sort');
  return listFilter(ctx, { q, filters: definedOnly(filters) });
}

export function mayKnowFactors({ actor }: Context): boolean {
  return knowsSecondFactors((permission) => actor.permissions.has(permission));
}
