import { adminRole, allPermissions } from '../../../../contract/access/permissions.ts';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import type { Config } from '../../../config/config.ts';
import { systemContext } from '../../../kernel/access.ts';
import { audit, auditUser, userSubject } from '../../../kernel/audit/audit.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { allRoles } from '../../roles/roles.service.ts';
import * as repository from '../users.repository.ts';
import { listPermissionsOf, listReceiverIds } from '../users.repository.ts';
import { ensureProfile, writeEmail } from '../users.service.ts';

interface VerifiedAccount {
  id: string;
  email: string;
  full_name: string | null;
  /** Set for the first account of an empty system, and for the account of FIRST_ADMIN_EMAIL. */
  admin: boolean;
  /** The provider of a company sign-in. */
  through?: string;
}

/** The profile with this email, which the owner of the mailbox may claim; null without one. */
export async function profileByEmail({ tx }: InTransaction, email_key: string) {
  return repository.findUserByEmailKey(tx, email_key);
}

/** Gives the account a profile, or the one that an administrator made, which stays as it is. */
export async function onVerified(ctx: InTransaction, account: VerifiedAccount): Promise<void> {
  const { tx } = ctx;
  const { id, email, full_name, through } = account;
  const isNew = await ensureProfile(ctx, { id, email, full_name });
  if (isNew)
    auditUser(ctx, account, 'user.created', { after: { email, full_name }, ...(through && { through }) });
  else auditUser(ctx, account, 'user.claimed');
  if (!account.admin) return;
  const role = (await allRoles({ ...systemContext(ctx.app), tx })).find((role) => role.name === adminRole);
  if (!role) throw new Error('The admin role is missing');
  const held = await repository.listRoleLinks(tx, [id]);
  if (held.some((link) => link.id === role.id)) return;
  const byNobody = { granted_by: null, granted_by_name: null };
  repository.insertLinks(tx, 'role', { user_id: id, created_at: now(ctx), ...byNobody }, [role.id]);
  audit(ctx, {
    action: 'user.roles_replaced',
    subject: userSubject(account),
    details: { added: { roles: [adminRole] } },
  });
}

/** FIRST_ADMIN_EMAIL, but only while no active administrator can sign in: one who left must not come back by it. */
export async function pendingFirstAdmin(
  db: Queryable,
  { first_admin_email }: Pick<Config, 'first_admin_email'>,
): Promise<string | null> {
  if (!first_admin_email) return null;
  return (await repository.hasWorkingAdmin(db)) ? null : emailKey(first_admin_email.trim());
}

export async function onEmailChanged(
  ctx: InTransaction,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const row = await repository.findForChange(ctx.tx, { all: true }, id);
  if (!row) return;
  await writeEmail(ctx, row, email);
  auditUser(ctx, row, 'user.email_changed', { before: { email: row.email }, after: { email } });
}

/** All permissions that the links in a message to this email can give, now or once it is confirmed. */
export async function permissionsOfReceiver(
  { app, tx }: InTransaction,
  email: string,
): Promise<readonly string[]> {
  const key = emailKey(email);
  // Confirming this email makes an administrator.
  if (key === (await pendingFirstAdmin(tx, app.config))) return allPermissions;
  const held = new Set<string>();
  for (const id of await listReceiverIds(tx, key)) {
    for (const permission of await listPermissionsOf(tx, id)) held.add(permission);
  }
  return [...held];
}
