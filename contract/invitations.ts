import * as z from 'zod/mini';
import { described, idParams, time } from './fields/fields.ts';
import { invitationState } from './fields/invitation-state.ts';
import { endpoint } from './http/endpoint.ts';

/** Copying a link needs every permission. */
const invitationWay = z.enum(['mail', 'link']);
export type InvitationWay = z.infer<typeof invitationWay>;

const invitation = z.object({
  state: invitationState,
  /** Null without a pending invitation, as are the members below. */
  by: z.nullable(invitationWay),
  sent_at: z.nullable(time),
  expires_at: z.nullable(time),
  /** Also null for an inviter outside the reader's scope. */
  sent_by: z.nullable(z.string()),
  /** `kept` without a mail server. Null for a copied link. */
  mail: z.nullable(z.enum(['pending', 'kept', 'sent', 'failed'])),
  /** In the mail server's words. */
  mail_problem: z.nullable(z.string()),
});
export type Invitation = z.infer<typeof invitation>;

export const getInvitation = endpoint('GET /api/users/:id/invitation', 'users.invite', {
  failure: 'Failed to fetch the invitation',
  summary: "The state of a user's invitation",
  params: idParams,
  response: invitation,
});

/** Ends the older link. `link` is returned once, to the inviter who asked for it, and is not stored. */
export const sendInvitation = endpoint('POST /api/users/:id/invitation', 'users.invite', {
  failure: 'Failed to invite the user',
  summary: 'Invite a user to set a password, by email or by a link to copy',
  params: idParams,
  body: z.strictObject({
    by: described('An email, or a link in the answer', z._default(invitationWay, 'mail')),
  }),
  response: z.extend(invitation, { link: z.nullable(z.string()) }),
});

/** Null for a link that does not work, whatever the reason. */
export const describeInvitation = endpoint('POST /api/invitations/describe', 'anyone', {
  failure: 'Failed to read the invitation',
  summary: 'Who is invited by a link, and by whom; does not use the link up',
  body: z.strictObject({
    token_hash: described('From the link', z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    invitation: z.nullable(z.object({ name: z.string(), invited_by: z.nullable(z.string()) })),
  }),
});

export const cancelInvitation = endpoint('DELETE /api/users/:id/invitation', 'users.invite', {
  failure: 'Failed to cancel the invitation',
  summary: 'Cancel an invitation; without one, nothing happens',
  params: idParams,
});
