import { knowsSecondFactors } from '../../../contract/users.ts';
import { scopeOf } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import { invitationStateSql } from '../auth/accounts/account-invitations.service.ts';
import type { UserListFilter } from './users-list.repository.ts';

/** What the list shows an actor who asks for this. */
export function listFilter(ctx: Context, asked: Pick<UserListFilter, 'q' | 'filters'>): UserListFilter {
  const now = ctx.app.now();
  return {
    ...asked,
    scope: scopeOf(ctx),
    now,
    invitationState: invitationStateSql(now.toISOString()),
    knowsFactors: mayKnowFactors(ctx),
  };
}

export function mayKnowFactors({ actor }: Context): boolean {
  return knowsSecondFactors((permission) => actor.permissions.has(permission));
}
