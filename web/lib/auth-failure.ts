import type { AuthError } from '@supabase/auth-js';
import { deactivatedMessage } from '../../contract/errors.ts';
import { unreachable } from './request-failed.ts';

/** What went wrong at the auth server: the words to show, and the code to act on. */
export interface AuthFailure {
  message: string;
  code: string | undefined;
}

/** '{text}: {reason}' of specification section 8; only the deactivated read a sentence of their own. */
export function authFailure(text: string, error: AuthError): AuthFailure {
  if (error.code === 'user_banned') return { message: deactivatedMessage, code: error.code };
  const reason = reasonOf(error);
  return { message: reason ? `${text}: ${reason}` : text, code: error.code };
}

/** The client turns faults of the network and 5xx answers into texts like '{}' or 'Failed to fetch'. */
function reasonOf({ name, status, message }: AuthError) {
  if (name !== 'AuthRetryableFetchError') return message;
  if (!status) return unreachable;
  return status === 503
    ? 'The server is busy. Please try again in a moment'
    : `The server answered ${status}`;
}
