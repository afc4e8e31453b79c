import { reasons } from '../../../contract/access/reasons.ts';
import type { TokenInput } from '../../../contract/tokens.ts';
import { holdsAll, type RuleActor, seesAllLocations, when } from '../../kernel/rules.ts';

/** Whoever manages an account could use its tokens. What it sees is checked by the scope. */
export function whyNotManageService({ permissions }: { permissions: string }, actor: RuleActor): string[] {
  return when(!holdsAll(actor, permissions.split(',')), reasons.serviceHigher);
}

/** An account is not given what its owner role does not have. */
export function whyNotOwn(
  { permissions, scope }: Pick<TokenInput, 'permissions' | 'scope'>,
  role: { permissions: readonly string[] } | undefined,
): string[] {
  if (!role) return [reasons.unknownRole];
  return [
    ...when(
      permissions.some((permission) => !role.permissions.includes(permission)),
      reasons.ownerLacks,
    ),
    ...when(scope === 'all' && !role.permissions.includes('locations.all'), reasons.ownerSeesLess),
  ];
}

export function whyNotSeeAll({ scope }: Pick<TokenInput, 'scope'>, actor: RuleActor): string[] {
  return when(scope === 'all' && !seesAllLocations(actor), reasons.notAllowed);
}
