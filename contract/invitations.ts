import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, time } from './fields.ts';

/**
 * How far somebody is on the way to signing in: `invited` holds a link that works, `expired` one that does not
 * any more (too old, or used without choosing a password), `failed` could not be mailed, `joined` has a password and
 * may sign in. Null for somebody whom nobody invited.
 */
export const invitationStates = ['invited', 'expired', 'failed', 'joined'] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationState = z.nullable(z.enum(invitationStates));

/** By mail, or as a link that the inviter copies: only somebody with every permission may. */
const invitationWay = z.enum(['mail', 'link'], { error: 'Must be mail or link' });
export type InvitationWay = z.infer<typeof invitationWay>;

const invitation = z.object({
  state: invitationState,
  /** The rest is null without a waiting invitation. */
  by: z.nullable(invitationWay),
  sent_at: z.nullable(time),
  expires_at: z.nullable(time),
  /** Null also for a sender outside the reader's scope. */
  sent_by: z.nullable(z.string()),
  /** What became of its mail; `kept` where the server sends none. Null for a link. */
  mail: z.nullable(z.enum(['pending', 'kept', 'sent', 'failed'])),
  /** Why the mail did not leave, in the mail server's words. */
  mail_problem: z.nullable(z.string()),
  /** A link was used, but no password chosen: 'Forgot password?' or another invitation helps. */
  needs_password: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

const one = z.object({ id });

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/users/:id/invitation',
  permission: 'users.invite',
  failure: 'Failed to fetch the invitation',
  summary: "Where a user's invitation stands",
  params: one,
  response: invitation,
});

/** The newer link ends the older one. `link` is given once, to the inviter who asked for it, and is not kept. */
export const sendInvitation = endpoint({
  method: 'POST',
  path: '/api/users/:id/invitation',
  permission: 'users.invite',
  failure: 'Failed to invite the user',
  summary: 'Invite a user to set a password, by email or by a link to copy',
  params: one,
  body: z.object({ by: z._default(invitationWay, 'mail') }),
  response: z.extend(invitation, { link: z.nullable(z.string()) }),
});

/** What the page of an invite link says before anybody accepts: null for a link that does not work, whatever the reason. */
export const describeInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/describe',
  permission: 'anyone',
  failure: 'Failed to read the invitation',
  summary: 'Who is invited by a link, and by whom; uses nothing up',
  body: z.object({ token_hash: z.string().check(z.maxLength(200)) }),
  response: z.object({
    invitation: z.nullable(z.object({ name: z.string(), invited_by: z.nullable(z.string()) })),
  }),
});

export const cancelInvitation = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/invitation',
  permission: 'users.invite',
  failure: 'Failed to cancel the invitation',
  summary: 'End an invitation; without one, nothing happens',
  params: one,
});
