import { reasons } from '../../../../contract/access/reasons.ts';
import { emailKey } from '../../../../contract/fields/fields.ts';
import { userColumns } from '../../../../contract/import-columns.ts';
import type { AskedUser } from '../asked.ts';
import { refusePermission } from './actor-rules.ts';
import { changedProfile, describeChange, describeNew, undoOf } from './describe-user.ts';
import { changeLinks, isChange } from './links.ts';
import { firstReason, type Plan, rejected, unchanged } from './plan.ts';
import {
  refuseAccount,
  refuseAssigning,
  refuseCorrection,
  refuseLocations,
  refuseManaging,
  refuseNumber,
  roleChecks,
} from './refuse-user.ts';
import type { UserAct, UserRules, UserState } from './user-rules.ts';

type UserPlan = Plan<UserAct, AskedUser>;

/** Nobody changes their own access in a run: users who lost it by mistake could not undo the run. */
const ownAccessReason = 'This is you. Ask somebody else to change your own access.';
const ownDeletionReason = 'This is you. Ask somebody else to delete you.';

const keptJoined = 'They have joined, so they are deactivated and not deleted.';
const keptInvited = 'They were invited since, so they are deactivated and not deleted. The invitation ends.';
const invitationLost =
  'The deactivation ended their invitation, which is not restored. Invite them again afterwards.';

/**
 * Decides what a line means for the current user, null for a new one. It checks the same rules as the use cases, in
 * the order in which they are called.
 */
export function decideUser(asked: AskedUser, user: UserState | null, rules: UserRules): UserPlan {
  if (!user) return asked.takeBack ? rejected(reasons.userMissing) : create(asked, rules);
  return asked.takeBack ? undoCreation(asked, user, rules) : change(asked, user, rules);
}

function create(asked: AskedUser, rules: UserRules): UserPlan {
  const { email, full_name, phone = null, employee_number = null, is_active = true } = asked.fields;
  const roles = changeLinks([], asked.roles);
  const locations = changeLinks([], asked.locations);
  const { actor } = rules;
  const invites = asked.invite || (asked.inviteNew && is_active);
  const reason = firstReason(
    () => refusePermission(actor, 'users.create'),
    () => missingForUser(asked),
    () => email && rules.emailHolder(email).profile && reasons.emailTaken,
    () => refuseLocations(locations, rules),
    () => !actor.seesAll && locations.ids.length === 0 && reasons.chooseLocation,
    () => refuseNumber(employee_number, null, rules),
    () => isChange(roles) && firstReason(...roleChecks(roles, rules)),
    () => invites && refusePermission(actor, 'users.invite'),
    () => invites && !is_active && reasons.inviteInactive,
    () => invites && email && refuseAccount(rules.emailHolder(email).account, null),
  );
  if (reason || !email || !full_name) return rejected(reason ?? reasons.emailTaken);
  const input = { email, full_name, phone, employee_number, is_active };
  return {
    decision: {
      result: 'created',
      reason: null,
      changes: describeNew(
        input,
        { roles: roles.ids, locations: locations.ids, invites: invites === true },
        rules,
      ),
    },
    acts: [
      { act: 'create', input, location_ids: locations.ids },
      ...(isChange(roles) ? [{ act: 'roles' as const, ids: roles.ids }] : []),
      ...(invites ? [{ act: 'invite' as const }] : []),
    ],
    undo: { fields: {}, takeBack: true, ...(invites && { hasInvited: true }) },
    cutsAccess: false,
    removesAdmin: false,
  };
}

function change(asked: AskedUser, user: UserState, rules: UserRules): UserPlan {
  const { actor } = rules;
  const fields = changedProfile(asked, user);
  const roles = changeLinks(user.role_ids, asked.roles);
  const locations = changeLinks(user.location_ids, asked.locations);
  const { is_active = user.is_active } = asked.fields;
  const isStatusChange = is_active !== user.is_active;
  const invitation = invitationAct(asked, user);
  const email = correctedEmail(asked, user);
  const hasFields = Object.keys(fields).length > 0;
  const hasAccess = isChange(roles) || isChange(locations) || isStatusChange;
  if (email === null && !hasFields && !hasAccess && !invitation) {
    const isPointless = (asked.invite || asked.cancelInvite) && user.invitation === 'joined';
    return unchanged(isPointless ? reasons.joinedAlready : null);
  }
  const removesAdmin =
    rules.workingAdmins.has(user.id) &&
    ((isStatusChange && !is_active) || roles.removed.some((id) => rules.roles.get(id)?.isAdmin));
  const isLastAdmin = removesAdmin && rules.workingAdmins.size === 1;
  const reason = firstReason(
    () => user.id === actor.user_id && hasAccess && ownAccessReason,
    () => email !== null && refuseCorrection(email, user, rules),
    () => hasFields && refusePermission(actor, 'users.update'),
    () => hasFields && refuseManaging(user, user.location_ids, rules),
    () => refuseNumber(fields.employee_number ?? null, user.id, rules),
    () => isChange(roles) && refuseManaging(user, user.location_ids, rules),
    () => isChange(roles) && firstReason(...roleChecks(roles, rules)),
    () => isChange(locations) && refusePermission(actor, 'users.assign_locations'),
    () => isChange(locations) && refuseAssigning(user, rules),
    () => isChange(locations) && refuseLocations(locations, rules),
    () => isStatusChange && refusePermission(actor, 'users.update'),
    () => isStatusChange && refusePermission(actor, 'users.deactivate'),
    () => isStatusChange && refuseManaging(user, locations.ids, rules),
    () => isLastAdmin && reasons.lastAdmin,
    () => invitation && refusePermission(actor, 'users.invite'),
    () => invitation && refuseManaging(user, locations.ids, rules),
    () => invitation === 'invite' && !is_active && reasons.inviteInactive,
    () => invitation === 'invite' && refuseAccount(rules.emailHolder(user.email).account, user.id),
  );
  if (reason) return rejected(reason);
  return {
    decision: {
      result: isStatusChange && !is_active ? 'deactivated' : 'updated',
      reason: isStatusChange && is_active && asked.endedInvitation && !invitation ? invitationLost : null,
      changes: describeChange(asked, { user, email, roles, locations, invitation }, rules),
    },
    acts: [
      ...(email === null ? [] : [{ act: 'email' as const, email }]),
      ...(hasFields ? [{ act: 'update' as const, changes: fields }] : []),
      ...(isChange(roles) ? [{ act: 'roles' as const, ids: roles.ids }] : []),
      ...(isChange(locations) ? [{ act: 'locations' as const, ids: locations.ids }] : []),
      ...(isStatusChange ? [{ act: 'update' as const, changes: { is_active } }] : []),
      ...(invitation ? [{ act: invitation }] : []),
    ],
    undo: undoOf(fields, isStatusChange, { user, email, roles, locations, invitation }),
    cutsAccess: (isStatusChange && !is_active) || roles.removed.length + locations.removed.length > 0,
    removesAdmin,
  };
}

/** Why the request does not suffice for a new user. Columns whose cells are faulty are not missing. */
export function missingForUser(
  { fields }: AskedUser,
  faulty: ReadonlySet<string> = new Set(),
): string | null {
  const missing = (['email', 'full_name'] as const).filter((field) => !fields[field] && !faulty.has(field));
  const names = missing.map((field) => userColumns[field].label).join(', ');
  return names === '' ? null : `No user matches, and a new one needs ${names}`;
}

/** The other email that the line asks for; for the undo of a correction that waits, the current one. */
function correctedEmail({ fields, cancelCorrection }: AskedUser, user: UserState): string | null {
  if (cancelCorrection) return user.invitation === 'joined' ? user.email : null;
  const { email } = fields;
  return email !== undefined && emailKey(email) !== emailKey(user.email) ? email : null;
}

/** A user who has joined, has signed in, or was invited by somebody else, is deactivated instead of deleted. */
function undoCreation(asked: AskedUser, user: UserState, rules: UserRules): UserPlan {
  const { actor } = rules;
  const hasJoined = user.invitation === 'joined' || user.last_sign_in_at !== null;
  if (hasJoined || (user.invitation !== null && !asked.hasInvited)) {
    const plan = change({ fields: { is_active: false } }, user, rules);
    if (plan.decision.result !== 'deactivated') return plan;
    const reason = hasJoined ? keptJoined : keptInvited;
    return { ...plan, decision: { ...plan.decision, reason } };
  }
  const reason = firstReason(
    () => user.id === actor.user_id && ownDeletionReason,
    () => refusePermission(actor, 'users.delete'),
    () => refuseManaging(user, user.location_ids, rules),
  );
  if (reason) return rejected(reason);
  return {
    decision: { result: 'deleted', reason: null, changes: [] },
    acts: [{ act: 'delete' }],
    undo: null,
    cutsAccess: user.is_active,
    removesAdmin: false,
  };
}

function invitationAct(asked: AskedUser, { invitation }: UserState): 'invite' | 'cancelInvite' | null {
  if (asked.invite && invitation !== 'joined') return 'invite';
  return asked.cancelInvite && (invitation === 'invited' || invitation === 'failed') ? 'cancelInvite' : null;
}
