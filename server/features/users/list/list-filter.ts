import { knowsSecondFactors } from '../../../../contract/users.ts';
import { scopeOf } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { signInSql } from '../../auth/accounts/account-invitations.service.ts';
import type { UserListFilter } from './users-list.repository.ts';

/** The filter of the list for this actor. */
export function listFilter(ctx: Context, asked: Pick<UserListFilter, 'q' | 'filters'>): UserListFilter {
  const now = ctx.app.now();
  return {
    ...asked,
    scope: scopeOf(ctx),
    now,
    signIn: signInSql(now.toISOString()),
    knowsFactors: mayKnowFactors(ctx),
  };
}

export function mayKnowFactors({ actor }: Context): boolean {
  return knowsSecondFactors((permission) => actor.permissions.has(permission));
}
