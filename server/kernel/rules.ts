import { type Act, mayAct } from '../../contract/access/acts.ts';
import { reasons } from '../../contract/access/reasons.ts';
import type { ProblemCode } from '../../contract/http/errors.ts';
import { numberKey } from '../../contract/lists/search-key.ts';
import { ApiError } from '../platform/http/errors.ts';
import type { Actor } from './context.ts';

// A rule is a pure function that returns why an act is refused. Its use case refuses with the first reason; the preview
// of a run shows all reasons of many rows.

export type RuleActor = Pick<Actor, 'user_id' | 'permissions'>;

export function seesAllLocations({ permissions }: RuleActor): boolean {
  return permissions.has('locations.all');
}

/** Nobody grants, revokes or edits more than they have. */
export function holdsAll(actor: RuleActor, permissions: readonly string[]): boolean {
  return permissions.every((permission) => (actor.permissions as ReadonlySet<string>).has(permission));
}

export function whyNotAct(act: Act, actor: RuleActor): string[] {
  return when(!mayAct(act, (permission) => actor.permissions.has(permission)), reasons.notAllowed);
}

/** Without a name that the actor may not know. */
export interface Holder {
  id: string;
  name: string | undefined;
}

/** However the number is written. */
export function holdersByNumber(
  holders: readonly { key: string | null; id: string }[],
  names: ReadonlyMap<string, string>,
): (number: string | null) => Holder | undefined {
  const byKey = new Map(holders.map(({ key, id }) => [key, { id, name: names.get(id) }]));
  return (number) => byKey.get(numberKey(number));
}

export function when(isRefused: boolean, reason: string): string[] {
  return isRefused ? [reason] : [];
}

/** @throws ApiError with the first of the reasons, if there is one. `path` names its field. */
export function refuseFor(
  [reason]: readonly string[],
  code: ProblemCode,
  { path, denial }: { path?: string; denial?: boolean } = {},
): void {
  if (reason === undefined) return;
  throw new ApiError(code, reason, {
    ...(path !== undefined && { issues: [{ path, message: reason }] }),
    ...(denial && { denial }),
  });
}
