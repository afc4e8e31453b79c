import { describeOwnLoss } from '../../../contract/access/own-access.ts';
import { reasons } from '../../../contract/access/reasons.ts';
import { type Holder, holdsAll, type RuleActor, seesAllLocations, when } from '../../kernel/rules.ts';

/** What decides who may manage a user. */
export interface UserAccess {
  /** The permissions of all roles of the user. */
  permissions: readonly string[];
  /** How many of the user's locations are in the actor's scope. */
  own: number;
  /** How many locations the user has. */
  all: number;
}

/**
 * An actor edits, deactivates, deletes and grants roles to users without a permission that the actor lacks who, unless
 * the actor has access to all locations, have at least one location and only locations of the actor
 * (docs/decisions/0003).
 */
export function whyNotManage(user: UserAccess, actor: RuleActor): string[] {
  const isShared = !seesAllLocations(actor) && user.own > 0 && user.own < user.all;
  return [...whyNotAssign(user, actor), ...when(isShared, reasons.notAllYours)];
}

/**
 * An actor changes the locations of users without a permission that the actor lacks who, unless the actor has access to
 * all locations, have at least one location of the actor.
 */
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

/** `admins` are the administrators who can sign in. One of them always stays. */
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
