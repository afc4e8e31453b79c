import { reasons } from '../../../../contract/access/reasons.ts';
import { emailKey } from '../../../../contract/fields/fields.ts';
import { refusePermission } from './actor-rules.ts';
import type { LinkChange } from './links.ts';
import { firstReason } from './plan.ts';
import type { UserRules, UserState } from './user-rules.ts';

// The refusals of the use cases of users, with their words.

/** The same rule as `requireManageable`. */
export function refuseManaging(user: UserState, own: readonly string[], rules: UserRules): string | null {
  const reason = refuseAssigning({ ...user, location_ids: [...own] }, rules);
  if (reason || rules.actor.seesAll) return reason;
  return user.location_ids.length < user.location_count ? reasons.notAllYours : null;
}

/** The same rule as `requireOwnLocation`. */
export function refuseAssigning(user: UserState, { actor, roles }: UserRules): string | null {
  const theirs = user.role_ids.flatMap((id) => roles.get(id)?.permissions ?? []);
  if (theirs.some((permission) => !actor.permissions.has(permission))) return reasons.higherRole;
  return actor.seesAll || user.location_ids.length > 0 ? null : reasons.noneYours;
}

/** The rules of `correctEmail`. */
export function refuseCorrection(email: string, user: UserState, rules: UserRules): string | null {
  const { actor, emailHolder } = rules;
  const { profile, account } = emailHolder(email);
  const isOther = emailKey(email) !== emailKey(user.email);
  return firstReason(
    () => refusePermission(actor, 'users.update'),
    () => refusePermission(actor, 'users.invite'),
    () => refuseManaging(user, user.location_ids, rules),
    () => user.id === actor.user_id && reasons.ownEmail,
    () => !user.is_active && reasons.correctInactive,
    () => isOther && (profile ?? account) !== undefined && reasons.emailTaken,
  );
}

export function roleChecks({ added, removed }: LinkChange, { actor, roles }: UserRules) {
  return [
    () => refusePermission(actor, 'users.assign_roles'),
    () => added.some((id) => !roles.has(id)) && reasons.unknownRole,
    ...[...added, ...removed].map((id) => () => {
      const role = roles.get(id);
      const isHigher = role?.permissions.some((permission) => !actor.permissions.has(permission));
      return role && isHigher ? reasons.roleTooHigh(role.name) : null;
    }),
  ];
}

export function refuseLocations({ added }: LinkChange, { locations }: UserRules): string | null {
  if (added.some((id) => !locations.has(id))) return reasons.unknownLocation;
  const closed = added.map((id) => locations.get(id)).find((location) => location?.closed_on);
  return closed ? reasons.closed(closed.name) : null;
}

export function refuseNumber(number: string | null, id: string | null, rules: UserRules): string | null {
  const holder = number === null ? undefined : rules.numberHolder(number);
  return holder && holder.id !== id ? reasons.employeeNumberTaken(holder.name) : null;
}

export function refuseAccount(holder: string | undefined, id: string | null): string | null {
  return holder !== undefined && holder !== id ? reasons.otherAccount : null;
}
