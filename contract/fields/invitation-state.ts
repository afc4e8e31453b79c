import * as z from 'zod/mini';

/**
 * `joining`: the link was used, and no password is chosen yet. 'Forgot password?' or another invitation helps.
 * `expired`: the link is too old. `failed`: its email could not be sent. `joined`: the user has a password and can sign in.
 * Null for a user who was never invited.
 */
export const invitationStates = ['invited', 'joining', 'expired', 'failed', 'joined'] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationState = z.nullable(z.enum(invitationStates));
