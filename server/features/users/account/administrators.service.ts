import { randomUUID } from 'node:crypto';
import { adminRole } from '../../../../contract/access/permissions.ts';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import { displayName } from '../../../../contract/users.ts';
import { type Authorized, systemContext } from '../../../kernel/access.ts';
import { audit, auditUser, type NamedUser, userSubject } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import type { App, InTransaction } from '../../../kernel/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { createSetPasswordLink, removeSecondFactor } from '../../auth/accounts/user-accounts.service.ts';
import { allRoles } from '../../roles/roles.service.ts';
import { replaceUserRoles } from '../assign/assignments.service.ts';
import * as repository from '../users.repository.ts';
import { findUser } from '../users.service.ts';
import { onVerified, profileByEmail } from './account-hooks.service.ts';

type System = InTransaction<Authorized<'users.assign_roles'>>;

export interface NewAdministrator {
  email: string;
  /** Null when unknown. A user with a profile keeps its name. */
  full_name: string | null;
  /** Also removes the second factor, for when nobody else can reset it. */
  resetsFactor: boolean;
}

export function listAdministrators({ database }: App) {
  return repository.listAdmins(database.read);
}

export async function hasProfile({ database }: App, email: string): Promise<boolean> {
  return (await repository.findUserByEmailKey(database.read, emailKey(email))) !== null;
}

/** Other roles stay. An old password works until the link is used. @throws ApiError 409 for a deactivated user. */
export function makeAdministrator(app: App, { email, full_name, resetsFactor }: NewAdministrator) {
  return change(systemContext<'users.assign_roles'>(app), {}, async (ctx) => {
    const known = await profileByEmail(ctx, emailKey(email));
    if (known && !known.is_active) {
      throw new ApiError(
        'conflict',
        `${displayName(known)} is deactivated. Activate them on the Users screen first, or name somebody else.`,
      );
    }
    const user = known ?? { id: randomUUID(), email, full_name };
    if (known) await addAdminRole(ctx, known.id);
    else await onVerified(ctx, { ...user, admin: true });
    if (known && resetsFactor) await resetFactor(ctx, known);
    const link = await createSetPasswordLink(ctx, user);
    audit(ctx, {
      action: 'recovery.requested',
      subject: userSubject(user),
    });
    return { name: displayName(user), isNew: !known, link };
  });
}

async function resetFactor(ctx: System, user: NamedUser): Promise<void> {
  const apps = await removeSecondFactor(ctx, user.id);
  if (apps > 0) auditUser(ctx, user, 'user.factor_reset', { before: { apps } });
}

async function addAdminRole(ctx: System, id: string): Promise<void> {
  const admin = (await allRoles(ctx)).find((role) => role.name === adminRole);
  const held = (await findUser(ctx, id))?.roles ?? [];
  if (!admin) throw new Error('The admin role is missing');
  const wanted = [...held.map((role) => role.id), admin.id];
  await replaceUserRoles(ctx, id, [...new Set(wanted)], null);
}
