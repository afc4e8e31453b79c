import type { Session } from '@supabase/auth-js';
import { RequestFailed } from '../network/request-failed.ts';
import { endSession } from '../session/auth-client.ts';
import { askAuth } from './ask-auth.ts';
import { adoptSession } from './auth-store.ts';

const failed = 'The code could not be checked';

export async function enterAppCode(factorId: string, code: string): Promise<void> {
  const wrong = 'This code is not right, or was used before. Wait for the next one and try again.';
  await enter(wrong, () => askAuth(failed, (client) => client.mfa.challengeAndVerify({ factorId, code })));
}

export async function enterRecoveryCode(code: string): Promise<void> {
  const wrong = 'This code is not right, or was used before.';
  await enter(wrong, () => askAuth(failed, (client) => client.mfa.recoveryCodes.verify({ code })));
}

async function enter(wrong: string, ask: () => Promise<{ data: unknown }>) {
  try {
    const { data } = await ask();
    adoptSession(data as Session);
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    const { code, status } = error;
    // Another device was faster with its code, or an administrator ended the session.
    if (code === 'AuthSessionMissingError') await endSession('session_ended');
    if (code === 'mfa_verification_failed') throw new RequestFailed(wrong, code, status);
    if (code === 'mfa_factor_not_found')
      throw new RequestFailed('This device is not set up any more.', code, status);
    throw error;
  }
}
