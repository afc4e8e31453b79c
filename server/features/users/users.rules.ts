import { describeOwnLoss } from '../../../contract/access/own-access.ts';
import { reasons } from '../../../contract/access/reasons.ts';
import { type Holder, holdsAll, type RuleActor, seesAllLocations, when } from '../../kernel/rules.ts';

export interface UserAccess {
  permissions: readonly string[];
  /** That the actor has without covers. */
  own: number;
  /** In scope or not. */
  all: number;
}

/** Decision 3: without access to all locations, every location of the user must be the actor's, and there is one. */
export function whyNotManage(user: UserAccess, actor: RuleActor): string[] {
  const isShared = !seesAllLocations(actor) && user.own > 0 && user.own < user.all;
  return [...whyNotAssign(user, actor), ...when(isShared, reasons.notAllYours)];
}

/** Without access to all locations, one of the user's locations must be the actor's. */
export function whyNotAssign(user: UserAccess, actor: RuleActor): string[] {
  return [
    ...when(!holdsAll(actor, user.permissions), reasons.higherRole),
    ...when(!seesAllLocations(actor) && user.own === 0, reasons.noneYours),
  ];
}

/** `lost` follows 'You would lose'. Actors with access to all locations can give it back to themselves. */
export function whyNotLose(user: { id: string }, lost: string | null, actor: RuleActor): string[] {
  const isOwn = lost !== null && user.id === actor.user_id && !seesAllLocations(actor);
  return isOwn ? [describeOwnLoss(lost)] : [];
}

/** `admins` are those who can sign in. One of them always stays. */
export function whyNotRemoveAdmin(user: { id: string }, admins: ReadonlySet<string>): string[] {
  return when(admins.size === 1 && admins.has(user.id), reasons.lastAdmin);
}

export function whyNotCorrectEmail(user: { id: string; is_active: boolean }, actor: RuleActor): string[] {
  return [
    ...when(user.id === actor.user_id, reasons.ownEmail),
    ...when(!user.is_active, reasons.correctInactive),
  ];
}

/** `holder` is the user, or the account, with the email. */
export function whyNotEmail(holder: string | undefined): string[] {
  return when(holder !== undefined, reasons.emailTaken);
}

export function whyNotEmployeeNumber(holder: Holder | undefined, id: string | null): string[] {
  return holder && holder.id !== id ? [reasons.employeeNumberTaken(holder.name)] : [];
}

export function whyNotInvite(user: { is_active: boolean }): string[] {
  return when(!user.is_active, reasons.inviteInactive);
}

/** A user whom the actor adds belongs to one of the actor's locations, or the actor could not see them. */
export function whyNotAddAt(location_ids: readonly string[], actor: RuleActor): string[] {
  return when(!seesAllLocations(actor) && location_ids.length === 0, reasons.chooseLocation);
}

/** Who has a location through a district alone is not assigned to it. */
export function whyNotRemoveFrom(
  location: { name: string },
  link: { is_assigned: boolean; district: string | null },
): string[] {
  return when(
    !link.is_assigned,
    `They see ${location.name} through the district ${link.district ?? ''}. Take the district from them, or move the location to another one.`,
  );
}
