import { adminRole } from '../../../../contract/access/permissions.ts';
import { reasons } from '../../../../contract/access/reasons.ts';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import { numberKey } from '../../../../contract/lists/search-key.ts';
import { requirePermission } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { readTogether } from '../../../platform/background/background.ts';
import { readEndedWith } from '../../covers/covers.facts.service.ts';
import { readDistrictFacts } from '../../districts/districts.facts.service.ts';
import { readAssignable } from '../../locations/locations.facts.service.ts';
import { allRoles } from '../../roles/roles.service.ts';
import { correctEmail } from '../../users/account/email-correction.service.ts';
import { replaceUserLocations, replaceUserRoles } from '../../users/assign/assignments.service.ts';
import { cancelInvitation, sendInvitation } from '../../users/invitations/invitations.service.ts';
import { findUsersByKeys } from '../../users/list/user-keys.service.ts';
import {
  readEmailHolders,
  readNumberHolders,
  readUserFacts,
  readWorkingAdmins,
  type UserFacts,
} from '../../users/users.facts.service.ts';
import { createUser, deleteUser, updateUser } from '../../users/users.service.ts';
import { decideUser, missingForUser, type UserAct } from '../decide/decide-user.rules.ts';
import type { UserRules } from '../decide/describe-user.pure.ts';
import { idsIn } from '../decide/links.pure.ts';
import { readUserLine } from '../import/cells/cells.pure.ts';
import { likeNumbers } from '../import/cells/meanings.pure.ts';
import { userMatcher } from '../import/choose-match.pure.ts';
import type { UserKeys, UserRequest } from '../line-request.pure.ts';
import type { Subject } from './subject.pure.ts';

export const userSubject: Subject<UserRequest, UserKeys, UserFacts, UserAct> = {
  noun: 'user',
  missing: reasons.userMissing,
  keyColumns: ['id', 'employee_number', 'email'],

  keysOf: ({ id, employee_number, email }) => [
    ...(id ? [{ key: `id:${id}`, what: 'id' }] : []),
    ...(employee_number ? [{ key: `number:${numberKey(employee_number)}`, what: 'employee number' }] : []),
    ...(email ? [{ key: `email:${emailKey(email)}`, what: 'email' }] : []),
  ],

  read: readUserLine,

  async match(ctx, keys) {
    const like = keys.flatMap(({ employee_number = '' }) => likeNumbers(employee_number));
    const candidates = [...keys, ...like.map((employee_number) => ({ employee_number }))];
    return keys.map(userMatcher(await findUsersByKeys(ctx, candidates)));
  },

  nameOf: (keys, request) =>
    request?.fields.full_name ?? keys.email ?? keys.employee_number ?? request?.fields.email ?? '',

  whyIncomplete: missingForUser,

  async load(ctx, lines) {
    const db = reader(ctx);
    const requests = lines.map((line) => line.request);
    const ids = lines.flatMap((line) => line.subject_id ?? []);
    const numbers = requests.map((line) => line.fields.employee_number);
    const mayRemove = requests.some((line) => line.roles || line.takeBack || line.fields.is_active === false);
    const [states, workingAdmins, roles, numberHolder] = await readTogether(ctx, [
      () => readUserFacts(ctx, ids),
      async () => (mayRemove && ids.length > 0 ? readWorkingAdmins(db) : new Set<string>()),
      () => allRoles(ctx),
      () => readNumberHolders(ctx, numbers),
    ]);
    const users = [...states.values()];
    const named = [
      ...requests.flatMap((line) => idsIn(line.locations)),
      ...users.flatMap((user) => user.location_ids),
    ];
    const isInvited = requests.some((line) => line.invite);
    const emails = [
      ...requests.flatMap((line) => line.fields.email ?? []),
      ...(isInvited ? users.map((user) => user.email) : []),
    ];
    const districtIds = [
      ...requests.flatMap((line) => idsIn(line.districts)),
      ...users.flatMap((user) => user.district_ids),
    ];
    const leaving = lines.flatMap(({ subject_id, request: { fields, takeBack } }) =>
      subject_id && (takeBack || fields.is_active === false) ? [subject_id] : [],
    );
    const [locations, districts, emailHolder, coversOf] = await readTogether(ctx, [
      () => readAssignable(ctx, [...new Set(named)]),
      () => readDistrictFacts(ctx, [...new Set(districtIds)]),
      () => readEmailHolders(db, emails),
      async () => (leaving.length > 0 ? readEndedWith(ctx, leaving) : () => null),
    ]);
    const rules: UserRules = {
      actor: ctx.actor,
      roles: new Map(roles.map((role) => [role.id, { ...role, isAdmin: role.name === adminRole }])),
      ...{ locations, districts, emailHolder, numberHolder, workingAdmins, coversOf },
    };
    return { states, admins: workingAdmins, decide: (request, user) => decideUser(request, user, rules) };
  },

  // The transaction of a line has locked the user before it reads anything.
  lock: async () => {},

  async apply(ctx, act, id) {
    switch (act.act) {
      case 'create': {
        const input = { ...act.input, id, location_ids: act.location_ids };
        return createUser(requirePermission(ctx, 'users.create'), input);
      }
      case 'email':
        return correctEmail(requirePermission(ctx, 'users.update'), id, act.email);
      case 'update':
        return updateUser(requirePermission(ctx, 'users.update'), id, act.changes, null);
      case 'roles':
        return replaceUserRoles(requirePermission(ctx, 'users.assign_roles'), id, act.ids, null);
      case 'locations':
        return replaceUserLocations(
          requirePermission(ctx, 'users.assign_locations'),
          id,
          { location_ids: act.ids, district_ids: act.district_ids },
          null,
        );
      case 'invite':
        await sendInvitation(requirePermission(ctx, 'users.invite'), id, 'mail');
        return {};
      case 'cancelInvite':
        await cancelInvitation(requirePermission(ctx, 'users.invite'), id);
        return {};
      case 'delete':
        await deleteUser(requirePermission(ctx, 'users.delete'), id);
        return {};
    }
  },
};
