import { allPermissions } from '../../../../contract/access/permissions.ts';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import type { Invitation, InvitationWay } from '../../../../contract/invitations.ts';
import { displayName } from '../../../../contract/users.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { auditUser } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type Context, type InTransaction, now, reader } from '../../../kernel/context.ts';
import { refuseFor } from '../../../kernel/rules.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import {
  dropInvitation,
  findInvitation,
  findInvitationOfLink,
  makeInvitation,
} from '../../auth/accounts/account-invitations.service.ts';
import { findManageable, notFound } from '../guards.service.ts';
import * as repository from '../users.repository.ts';
import { whyNotInvite } from '../users.rules.ts';
import { namesInScope } from '../users.service.ts';

/** Enough to try again after a failed delivery, but too few to flood a mailbox. */
const limit = { limit: 10, window_seconds: 600 };

/** @throws ApiError 404 out of scope. */
export async function getInvitation(ctx: Authorized<'users.invite'>, id: string): Promise<Invitation> {
  if (!(await repository.isInScope(reader(ctx), scopeOf(ctx), id))) notFound();
  return presentInvitation(ctx, id);
}

/**
 * An older link stops working. @throws ApiError 404; 403 for a user whom the actor cannot manage or a link that they
 * may not copy; 409 for a user who is deactivated or has joined; 429.
 */
export async function sendInvitation(ctx: Authorized<'users.invite'>, id: string, by: InvitationWay) {
  if (by === 'link') requireEveryPermission(ctx);
  return change(ctx, { user: id }, async (ctx) => {
    const row = await findManageable(ctx, id);
    refuseFor(whyNotInvite(row), 'conflict');
    await consumeInvitation(ctx, id);
    const locations = await repository.listLocationLinks(ctx.tx, { all: true }, [id]);
    const location_names = locations.map((location) => location.name);
    const link = await makeInvitation(ctx, { id, email: emailKey(row.email), location_names }, by);
    // Without a mail server the email is kept, so nobody was emailed.
    const details = by === 'mail' && ctx.app.config.smtp_url ? { to: row.email } : {};
    auditUser(ctx, row, by === 'mail' ? 'invitation.sent' : 'invitation.link_copied', details);
    return { ...(await presentInvitation(ctx, id)), link: by === 'link' ? link : null };
  });
}

/** A user who cannot be invited has a reason in place of a link. @throws ApiError 403 without every permission. */
export async function copyInvitations(ctx: Authorized<'users.invite'>, ids: readonly string[]) {
  requireEveryPermission(ctx);
  const users = new Map(
    (await repository.listNames(reader(ctx), scopeOf(ctx), ids)).map((user) => [user.id, user]),
  );
  const copied: { name: string; email: string; link: string | null; reason: string | null }[] = [];
  for (const user of ids.flatMap((id) => users.get(id) ?? [])) {
    const named = { name: displayName(user), email: user.email };
    try {
      const { link } = await sendInvitation(ctx, user.id, 'link');
      copied.push({ ...named, link, reason: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      copied.push({ ...named, link: null, reason: error.message });
    }
  }
  return copied;
}

/** For everyone who has the link. It does not use the link up. */
export async function describeInvitation(ctx: Authorized<'anyone'>, token_hash: string) {
  const db = reader(ctx);
  const invited = await findInvitationOfLink(db, token_hash, now(ctx));
  if (!invited) return { invitation: null };
  const inviters = await repository.listNames(db, { all: true }, invited.sent_by ? [invited.sent_by] : []);
  return {
    invitation: {
      name: displayName(invited),
      invited_by: inviters[0] ? displayName(inviters[0]) : null,
    },
  };
}

/** @throws ApiError 404, 403 as `sendInvitation`. */
export function cancelInvitation(ctx: Authorized<'users.invite'>, id: string): Promise<void> {
  return change(ctx, { user: id }, async (ctx) => {
    const row = await findManageable(ctx, id);
    if (!(await findInvitation(ctx.tx, id, now(ctx)))?.sent_at) return;
    await dropInvitation(ctx, id);
    auditUser(ctx, row, 'invitation.cancelled');
  });
}

/** An actor who copies a link can sign in as that user, who may get any permission. */
export function requireEveryPermission({ actor }: Context): void {
  if (allPermissions.every((permission) => actor.permissions.has(permission))) return;
  throw new ApiError(
    'forbidden',
    'Only users with every permission can copy an invite link. Send the invitation by email.',
  );
}

async function presentInvitation(ctx: Authorized, id: string): Promise<Invitation> {
  const { sent_by, ...invitation } = (await findInvitation(reader(ctx), id, now(ctx))) ?? notFound();
  const names = sent_by ? await namesInScope(ctx, [sent_by]) : new Map<string, string>();
  return { ...invitation, sent_by: (sent_by && names.get(sent_by)) ?? null };
}

/** Call it after all checks, so that refused requests are not counted. @throws ApiError 429 */
export async function consumeInvitation(ctx: InTransaction, id: string): Promise<void> {
  const { allowed, retry_after_seconds } = await ctx.app.limits.consumeAttempt(
    `invitation:${id}`,
    limit,
    ctx.tx,
  );
  if (allowed) return;
  const minutes = Math.ceil(retry_after_seconds / 60);
  throw new ApiError(
    'rate_limited',
    `This user was sent several emails just now. Try again in ${minutes} min.`,
    { retry_after_seconds },
  );
}
