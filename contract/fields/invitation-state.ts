import * as z from 'zod/mini';

/**
 * The state of an invitation: `invited` has a link that works, `expired` one that no longer does (too old, or used
 * without choosing a password), `failed` could not be emailed, `joined` has a password and can sign in. Null for a user
 * who was never invited.
 */
export const invitationStates = ['invited', 'expired', 'failed', 'joined'] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationState = z.nullable(z.enum(invitationStates));
