import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import { deactivatedMessage } from '../../../contract/errors.ts';
import { unreachable } from '../network/request-failed.ts';
import { whyNotLoaded } from '../network/why-not-loaded.ts';
import { loadAuthClient } from '../session/auth-client.ts';

/** What went wrong at the auth server: the words to show, and the code to act on; 'outdated' asks for a reload. */
export interface AuthFailure {
  message: string;
  code: string | undefined;
}

/** An answer that is none (docs/specification.md, section 8). */
export const noSession = 'No user or session returned';

/**
 * Asks the auth client. `text` is how a failure begins: '{text}: {reason}' of docs/specification.md, section 8; only the
 * deactivated read a sentence of their own.
 */
export async function askAuth<A extends { error: AuthError | null }>(
  text: string,
  ask: (client: GoTrueClient) => Promise<A>,
): Promise<{ answer: A | null; failure: AuthFailure | null }> {
  try {
    const answer = await ask(await loadAuthClient());
    return { answer, failure: answer.error && failureOf(text, answer.error) };
  } catch {
    // The client itself could not be fetched.
    return { answer: null, failure: await notFetched(text) };
  }
}

/** A login page that stood open over a deployment knows the client by a name that is gone. */
async function notFetched(text: string): Promise<AuthFailure> {
  if ((await whyNotLoaded()) === 'outdated') {
    return { message: `${text}: There is a newer version of this app.`, code: 'outdated' };
  }
  return { message: `${text}: ${unreachable}`, code: undefined };
}

function failureOf(text: string, error: AuthError): AuthFailure {
  if (error.code === 'user_banned') return { message: deactivatedMessage, code: error.code };
  if (error.name === 'AuthInvalidTokenResponseError') return { message: noSession, code: undefined };
  const reason = reasonOf(error);
  return { message: reason ? `${text}: ${reason}` : text, code: error.code };
}

/**
 * The client turns faults of the network and 5xx answers into texts like '{}' or 'Failed to fetch', and shows the
 * JSON of an answer that has no words.
 */
function reasonOf({ name, status, message }: AuthError) {
  if (name !== 'AuthRetryableFetchError') return message.startsWith('{') ? '' : message;
  if (!status) return unreachable;
  return status === 503
    ? 'The server is busy. Please try again in a moment'
    : `The server answered ${status}`;
}
