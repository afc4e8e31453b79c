import * as z from 'zod/mini';

/**
 * `expired`: the link is too old, or was used without choosing a password. `failed`: its email could not be sent.
 * `joined`: the user has a password and can sign in. Null for a user who was never invited.
 */
export const invitationStates = ['invited', 'expired', 'failed', 'joined'] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationState = z.nullable(z.enum(invitationStates));
