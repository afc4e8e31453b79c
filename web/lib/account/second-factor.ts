import type { AuthError, Session } from '@supabase/auth-js';
import { endSession } from '../session/leave-session.ts';
import type { AuthFailure } from './auth-failure.ts';
import { askAuth } from './auth-failure.ts';
import { adoptSession } from './auth-store.ts';

const failed = 'The code could not be checked';

/** Enters a code of an authenticator app, for whatever waits for it or to confirm a new one. */
export async function enterAppCode(factorId: string, code: string): Promise<AuthFailure | null> {
  const { answer, failure } = await askAuth(failed, (client) =>
    client.mfa.challengeAndVerify({ factorId, code }),
  );
  const words = 'This code is not right, or was used before. Wait for the next one and try again.';
  return outcome(answer, failure && inWords(failure, words));
}

/** Enters a recovery code in its place; each works once. */
export async function enterRecoveryCode(code: string): Promise<AuthFailure | null> {
  const { answer, failure } = await askAuth(failed, (client) => client.mfa.recoveryCodes.verify({ code }));
  return outcome(answer, failure && inWords(failure, 'This code is not right, or was used before.'));
}

async function outcome(
  answer: { data: unknown; error: AuthError | null } | null,
  failure: AuthFailure | null,
): Promise<AuthFailure | null> {
  // Another device was faster with its code, or an administrator ended it.
  if (answer?.error?.name === 'AuthSessionMissingError') await endSession('session_ended');
  else if (!failure) adoptSession(answer?.data as Session);
  return failure;
}

function inWords(failure: AuthFailure, wrong: string): AuthFailure {
  if (failure.code === 'mfa_verification_failed') return { ...failure, message: wrong };
  if (failure.code === 'mfa_factor_not_found')
    return { ...failure, message: 'This device is not set up any more.' };
  return failure;
}
