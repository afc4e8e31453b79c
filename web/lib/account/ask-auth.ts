import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import { deactivatedMessage } from '../../../contract/http/errors.ts';
import { RequestFailed, unreachable } from '../network/request-failed.ts';
import { notFetched } from '../network/why-not-loaded.ts';
import { loadAuthClient } from '../session/auth-client.ts';

/** The message for an answer without a session (docs/specification.md, section 8). */
export const noSession = 'No user or session returned';

/**
 * Throws `RequestFailed` with '{text}: {reason}', or only the sentence about a deactivated account. Its code is that of
 * the auth protocol, 'outdated' when a reload is needed, or 'unreachable'.
 */
export async function askAuth<A extends { error: AuthError | null }>(
  text: string,
  ask: (client: GoTrueClient) => Promise<A>,
  load: () => Promise<GoTrueClient> = loadAuthClient,
): Promise<Extract<A, { error: null }>> {
  const answer = await load()
    .then(ask)
    .catch(async () => {
      // The client itself could not be loaded.
      throw await notFetched(text);
    });
  if (answer.error) throw failureOf(text, answer.error);
  return answer as Extract<A, { error: null }>;
}

export function authCodeOf(failure: unknown): string | undefined {
  return failure instanceof RequestFailed ? failure.code : undefined;
}

function failureOf(text: string, error: AuthError) {
  const code = error.code ?? (error.status ? error.name : 'unreachable');
  return new RequestFailed(sentenceOf(text, error), code, error.status ?? 0);
}

function sentenceOf(text: string, error: AuthError) {
  if (error.code === 'user_banned') return deactivatedMessage;
  if (error.name === 'AuthInvalidTokenResponseError') return noSession;
  // The protocol's own messages are not written for users.
  if (error.code === 'invalid_credentials') return `${text}: wrong email or password`;
  const reason = reasonOf(error);
  return reason ? `${text}: ${reason}` : text;
}

/** The client makes '{}' or 'Failed to fetch' of network errors and 5xx, and JSON of an answer without a message. */
function reasonOf({ name, status, message }: AuthError) {
  if (name !== 'AuthRetryableFetchError') return message.startsWith('{') ? '' : message;
  if (!status) return unreachable;
  return status === 503
    ? 'The server is busy. Please try again in a moment'
    : `The server answered ${status}`;
}
