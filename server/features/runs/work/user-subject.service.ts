import { randomUUID } from 'node:crypto';
import { reasons } from '../../../../contract/access/reasons.ts';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import { numberKey } from '../../../../contract/lists/search-key.ts';
import { requirePermission } from '../../../kernel/access.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { correctEmail } from '../../users/account/email-correction.service.ts';
import { replaceUserLocations, replaceUserRoles } from '../../users/assign/assignments.service.ts';
import { cancelInvitation, sendInvitation } from '../../users/invitations/invitations.service.ts';
import { createUser, deleteUser, updateUser } from '../../users/users.service.ts';
import { decideUser, type UserAct } from '../decide/decide-user.rules.ts';
import { loadUsers } from '../decide/load-users.service.ts';
import type { UserRequest } from '../line-request.pure.ts';
import { readUserLines } from './read-lines.service.ts';
import type { Subject } from './subject.pure.ts';

export const userSubject: Subject<UserRequest, UserAct> = {
  noun: 'user',
  missing: reasons.userMissing,
  ask: readUserLines,

  async load(ctx, lines) {
    const { states, rules, workingAdmins } = await loadUsers(ctx, lines);
    return {
      states,
      admins: workingAdmins,
      decide: (request, id) => decideUser(request, (id && states.get(id)) || null, rules),
    };
  },

  // The transaction of a line has locked the user before it reads anything.
  lock: async () => {},

  keys({ fields: { email, employee_number } }, id) {
    const number = numberKey(employee_number ?? null);
    return [
      ...(id ? [{ key: `id:${id}`, what: 'is about the same user' }] : []),
      ...(email ? [{ key: `email:${emailKey(email)}`, what: 'has the same email' }] : []),
      ...(number ? [{ key: `number:${number}`, what: 'has the same employee number' }] : []),
    ];
  },

  async apply(ctx, acts, state) {
    let user = state ?? { id: randomUUID(), updated_at: '' };
    for (const act of acts) user = { ...user, ...(await applyAct(ctx, act, user.id)) };
    return user;
  },
};

async function applyAct(ctx: InTransaction, act: UserAct, id: string): Promise<{ updated_at?: string }> {
  switch (act.act) {
    case 'create': {
      const input = { ...act.input, id, location_ids: act.location_ids };
      return versionOf(await createUser(requirePermission(ctx, 'users.create'), input));
    }
    case 'email':
      return versionOf(await correctEmail(requirePermission(ctx, 'users.update'), id, act.email));
    case 'update':
      return versionOf(await updateUser(requirePermission(ctx, 'users.update'), id, act.changes, null));
    case 'roles':
      return versionOf(
        await replaceUserRoles(requirePermission(ctx, 'users.assign_roles'), id, act.ids, null),
      );
    case 'locations':
      return versionOf(
        await replaceUserLocations(requirePermission(ctx, 'users.assign_locations'), id, act.ids, null),
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
}

const versionOf = ({ updated_at }: { updated_at: string }) => ({ updated_at });
