import type { Act } from '../../../../contract/access/acts.ts';
import { reasons } from '../../../../contract/access/reasons.ts';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import type { UserInput } from '../../../../contract/fields/user-input.ts';
import { userColumns } from '../../../../contract/files/import-columns.ts';
import { when } from '../../../kernel/rules.ts';
import { whyNotInviteTo } from '../../auth/accounts/invitations.rules.ts';
import { whyNotGiveDistrict, whyUnknownDistrict } from '../../districts/districts.rules.ts';
import { whyNotAssignTo, whyUnknown } from '../../locations/locations.rules.ts';
import { whyNotGrant, whyUnknownRole } from '../../roles/roles.rules.ts';
import type { UserFacts } from '../../users/users.facts.service.ts';
import {
  type UserAccess,
  whyNotAddAt,
  whyNotAssign,
  whyNotCorrectEmail,
  whyNotEmail,
  whyNotEmployeeNumber,
  whyNotInvite,
  whyNotManage,
  whyNotRemoveAdmin,
} from '../../users/users.rules.ts';
import type { UserRequest } from '../line-request.pure.ts';
import {
  type Changing,
  changedProfile,
  describeChange,
  describeNew,
  type UserRules,
  undoOf,
} from './describe-user.pure.ts';
import { changeLinks, isChange, type LinkChange } from './links.pure.ts';
import { firstReasons, type Plan, rejected, unchanged, whyNotActs } from './plan.pure.ts';

export type UserAct =
  | { act: 'create'; input: UserInput; location_ids: string[] }
  | { act: 'email'; email: string }
  | {
      act: 'update';
      changes: Partial<Pick<UserInput, 'full_name' | 'phone' | 'employee_number' | 'is_active'>>;
    }
  | { act: 'roles'; ids: string[] }
  | { act: 'locations'; ids: string[]; district_ids?: string[] }
  | { act: 'invite' | 'cancelInvite' | 'delete' };

type UserPlan = Plan<UserAct, UserRequest>;

/** Nobody changes their own access in a run: users who lost it by mistake could not undo the run. */
const ownAccessReason = 'This is you. Ask somebody else to change your own access.';

const hasJoinedReason = 'They have joined, so they are deactivated and not deleted.';
const wasInvitedReason =
  'They were invited since, so they are deactivated and not deleted. The invitation ends.';
const invitationLost =
  'The deactivation ended their invitation, which is not restored. Invite them again afterwards.';

/** `user` is null for a new one. */
export function decideUser(request: UserRequest, user: UserFacts | null, rules: UserRules): UserPlan {
  if (!user) return request.takeBack ? rejected(reasons.userMissing) : create(request, rules);
  return request.takeBack ? undoCreation(request, user, rules) : change(request, user, rules);
}

function create(request: UserRequest, rules: UserRules): UserPlan {
  const { email, full_name, phone = null, employee_number = null, is_active = true } = request.fields;
  const roles = changeLinks([], request.roles);
  const locations = changeLinks([], request.locations);
  const districts = changeLinks([], request.districts);
  const { actor } = rules;
  const invites = request.invite === true || (request.inviteNew === true && is_active);
  const { profile, account } = email ? rules.emailHolder(email) : {};
  const refused = firstReasons(
    whyNotActs(
      [
        'addUser',
        isChange(roles) && 'assignRoles',
        isChange(districts) && 'assignLocations',
        invites && 'inviteUser',
      ],
      actor,
    ),
    [
      ...missingForUser(request),
      ...whyNotLocations(locations, rules),
      ...whyNotAddAt(locations.ids, actor),
      ...whyNotRoles(roles, rules),
      ...whyNotDistricts(districts, rules),
      ...(invites ? whyNotInvite({ is_active }) : []),
    ],
    [
      ...whyNotEmail(profile),
      ...whyNotEmployeeNumber(rules.numberHolder(employee_number), null),
      ...(invites && !profile ? whyNotInviteTo(account, { id: null }) : []),
    ],
  );
  if (refused.length > 0 || !email || !full_name) return rejected(...refused);
  const input = { email, full_name, phone, employee_number, is_active };
  return {
    decision: {
      result: 'created',
      reason: null,
      changes: describeNew(
        input,
        { roles: roles.ids, locations: locations.ids, districts: districts.ids, invites },
        rules,
      ),
    },
    acts: [
      { act: 'create', input, location_ids: locations.ids },
      ...(isChange(roles) ? [{ act: 'roles' as const, ids: roles.ids }] : []),
      ...(isChange(districts)
        ? [{ act: 'locations' as const, ids: locations.ids, district_ids: districts.ids }]
        : []),
      ...(invites ? [{ act: 'invite' as const }] : []),
    ],
    undo: { fields: {}, takeBack: true, ...(invites && { hasInvited: true }) },
  };
}

interface Change extends Changing {
  fields: ReturnType<typeof changedProfile>;
  is_active: boolean;
  isStatusChange: boolean;
  removesAdmin: boolean;
}

function readChange(request: UserRequest, user: UserFacts, rules: UserRules): Change {
  const roles = changeLinks(user.role_ids, request.roles);
  const { is_active = user.is_active } = request.fields;
  const isStatusChange = is_active !== user.is_active;
  const losesAdmin = roles.removed.some((id) => rules.roles.get(id)?.isAdmin);
  return {
    user,
    fields: changedProfile(request, user),
    email: correctedEmail(request, user),
    roles,
    locations: changeLinks(user.location_ids, request.locations),
    districts: changeLinks(user.district_ids, request.districts),
    is_active,
    isStatusChange,
    invitation: invitationAct(request, user),
    removesAdmin: rules.workingAdmins.has(user.id) && ((isStatusChange && !is_active) || losesAdmin),
  };
}

/** In the order in which they are done. */
function actsOf(changing: Change) {
  const { email, fields, roles, locations, districts, is_active, isStatusChange, invitation } = changing;
  const assigned: UserAct | null = isChange(districts)
    ? { act: 'locations', ids: locations.ids, district_ids: districts.ids }
    : isChange(locations)
      ? { act: 'locations', ids: locations.ids }
      : null;
  const all: { act: UserAct | null; by: Act }[] = [
    { act: email === null ? null : { act: 'email', email }, by: 'correctEmail' },
    { act: Object.keys(fields).length > 0 ? { act: 'update', changes: fields } : null, by: 'editUser' },
    { act: isChange(roles) ? { act: 'roles', ids: roles.ids } : null, by: 'assignRoles' },
    { act: assigned, by: 'assignLocations' },
    { act: isStatusChange ? { act: 'update', changes: { is_active } } : null, by: 'setUserActive' },
    { act: invitation && { act: invitation }, by: 'inviteUser' },
  ];
  return all.flatMap(({ act, by }) => (act ? { act, by } : []));
}

function change(request: UserRequest, user: UserFacts, rules: UserRules): UserPlan {
  const changing = readChange(request, user, rules);
  const acts = actsOf(changing);
  if (acts.length === 0) {
    const isPointless = (request.invite || request.cancelInvite) && user.invitation === 'joined';
    return unchanged(isPointless ? reasons.joinedAlready : null);
  }
  const by = acts.map((act) => act.by);
  const { roles, locations, districts, is_active, isStatusChange, invitation, removesAdmin } = changing;
  const hasAccess = [roles, locations, districts].some(isChange) || isStatusChange;
  const refused = firstReasons(
    when(user.id === rules.actor.user_id && hasAccess, ownAccessReason),
    whyNotActs(by, rules.actor),
    whyNotChange(changing, by, rules),
    whyTaken(changing, rules),
  );
  if (refused.length > 0) return rejected(...refused);
  const isDeactivation = isStatusChange && !is_active;
  const losesInvitation = isStatusChange && is_active && request.endedInvitation && !invitation;
  return {
    decision: {
      result: isDeactivation ? 'deactivated' : 'updated',
      reason: losesInvitation ? invitationLost : null,
      changes: describeChange(request, changing, rules),
    },
    acts: acts.map(({ act }) => act),
    undo: undoOf(changing.fields, isStatusChange, changing),
    losesAccess: isDeactivation || [roles, locations, districts].some(({ removed }) => removed.length > 0),
    removesAdmin,
  };
}

function whyNotChange(changing: Change, by: readonly Act[], rules: UserRules): string[] {
  const { user, roles, locations, districts, is_active, invitation, removesAdmin } = changing;
  const { actor, workingAdmins } = rules;
  const access = accessOf(user, user.location_ids, user.through_count, rules);
  const through = isChange(districts) ? countAt(districts.ids, rules) : user.through_count;
  const later = accessOf(user, locations.ids, through, rules);
  const does = (...acts: Act[]) => acts.some((act) => by.includes(act));
  return [
    ...(does('correctEmail', 'editUser', 'assignRoles') ? whyNotManage(access, actor) : []),
    ...(does('assignLocations') ? whyNotAssign(access, actor) : []),
    ...(does('setUserActive', 'inviteUser') ? whyNotManage(later, actor) : []),
    ...(does('correctEmail') ? whyNotCorrectEmail(user, actor) : []),
    ...whyNotRoles(roles, rules),
    ...whyNotLocations(locations, rules),
    ...whyNotDistricts(districts, rules),
    ...(removesAdmin ? whyNotRemoveAdmin(user, workingAdmins) : []),
    ...(invitation === 'invite' ? whyNotInvite({ is_active }) : []),
  ];
}

function whyTaken({ user, fields, email, invitation }: Change, rules: UserRules): string[] {
  const isOther = email !== null && emailKey(email) !== emailKey(user.email);
  const { profile, account } = rules.emailHolder(email ?? user.email);
  return [
    ...(isOther ? whyNotEmail(profile ?? account) : []),
    ...whyNotEmployeeNumber(rules.numberHolder(fields.employee_number ?? null), user.id),
    ...(invitation === 'invite' ? whyNotInviteTo(rules.emailHolder(user.email).account, user) : []),
  ];
}

/** Columns whose cells are faulty are not missing. */
export function missingForUser({ fields }: UserRequest, faulty: ReadonlySet<string> = new Set()): string[] {
  const missing = (['email', 'full_name'] as const).filter((field) => !fields[field] && !faulty.has(field));
  const names = missing.map((field) => userColumns[field].label).join(', ');
  return when(names !== '', `No user matches, and a new one needs ${names}`);
}

/** For the undo of a correction that waits, the current email. */
function correctedEmail({ fields, cancelCorrection }: UserRequest, user: UserFacts): string | null {
  if (cancelCorrection) return user.invitation === 'joined' ? user.email : null;
  const { email } = fields;
  return email !== undefined && emailKey(email) !== emailKey(user.email) ? email : null;
}

/** A user who has joined, has signed in, or was invited by somebody else, is deactivated instead. */
function undoCreation(request: UserRequest, user: UserFacts, rules: UserRules): UserPlan {
  const { actor } = rules;
  const hasJoined = user.invitation === 'joined' || user.last_sign_in_at !== null;
  if (hasJoined || (user.invitation !== null && !request.hasInvited)) {
    const plan = change({ fields: { is_active: false } }, user, rules);
    if (plan.decision.result !== 'deactivated') return plan;
    const reason = hasJoined ? hasJoinedReason : wasInvitedReason;
    return { ...plan, decision: { ...plan.decision, reason } };
  }
  const refused = firstReasons(
    whyNotActs(['deleteUser'], actor),
    whyNotManage(accessOf(user, user.location_ids, user.through_count, rules), actor),
  );
  if (refused.length > 0) return rejected(...refused);
  return {
    decision: { result: 'deleted', reason: null, changes: [] },
    acts: [{ act: 'delete' }],
    undo: null,
    losesAccess: user.is_active,
  };
}

function invitationAct(request: UserRequest, { invitation }: UserFacts): 'invite' | 'cancelInvite' | null {
  if (request.invite && invitation !== 'joined') return 'invite';
  return request.cancelInvite && (invitation === 'invited' || invitation === 'failed')
    ? 'cancelInvite'
    : null;
}

/**
 * As if only these of the assigned locations were in the actor's scope, with so many through districts. One may count
 * twice: whether there is one, and whether all are the actor's, decides. What the actor covers is not theirs.
 */
function accessOf(
  user: UserFacts,
  assigned: readonly string[],
  through: number,
  { roles, locations }: UserRules,
): UserAccess {
  const lasting = assigned.filter((id) => locations.get(id)?.is_lasting !== false);
  const others = user.location_count - user.location_ids.length - user.through_count;
  return {
    permissions: user.role_ids.flatMap((id) => roles.get(id)?.permissions ?? []),
    own: lasting.length + through,
    all: assigned.length + through + others,
  };
}

function countAt(district_ids: readonly string[], { districts }: UserRules): number {
  return district_ids.reduce((sum, id) => sum + (districts.get(id)?.location_count ?? 0), 0);
}

function whyNotRoles({ added, removed }: LinkChange, { actor, roles }: UserRules): string[] {
  return [
    ...whyUnknownRole(added, roles),
    ...whyNotGrant(
      [...added, ...removed].flatMap((id) => roles.get(id) ?? []),
      actor,
    ),
  ];
}

function whyNotLocations({ added }: LinkChange, { locations }: UserRules): string[] {
  const known = [...locations].flatMap(([id, location]) => (added.includes(id) ? location : []));
  return [...whyUnknown(added, locations), ...whyNotAssignTo(known)];
}

function whyNotDistricts({ added, removed }: LinkChange, { districts }: UserRules): string[] {
  const seen = [...districts.values()].map(({ id }) => ({ id, is_seen: true }));
  return [
    ...whyUnknownDistrict(added, seen),
    ...whyNotGiveDistrict([...added, ...removed].flatMap((id) => districts.get(id) ?? [])),
  ];
}
