import { queryOptions } from '@tanstack/react-query';
import { devicesOf } from '../../lib/account/assurance.ts';
import { type AuthFailure, askAuth } from '../../lib/account/auth-failure.ts';

/** One's devices as the server has them now, and how many recovery codes are left; null without any. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async () => {
    const failed = 'Failed to load your second factor';
    const { answer, failure } = await askAuth(failed, (client) => client.getUser());
    if (failure) throw new Error(failure.message);
    const user = answer?.data.user ?? null;
    const hasCodes = user?.factors?.some(({ factor_type }) => factor_type === 'recovery_code') ?? false;
    if (!hasCodes) return { devices: devicesOf(user), codesLeft: null };
    const codes = await askAuth(failed, (client) => client.mfa.recoveryCodes.getStatus());
    if (codes.failure) throw new Error(codes.failure.message);
    return { devices: devicesOf(user), codesLeft: codes.answer?.data?.remaining ?? null };
  },
  staleTime: 0,
});

/** A device that is being set up: what its app reads or somebody types. */
export interface NewDevice {
  id: string;
  /** A data URL. */
  picture: string;
  secret: string;
}

/** Shows the server that whoever sits here knows the password. */
export async function confirmPassword(current_password: string): Promise<AuthFailure | null> {
  const { failure } = await askAuth('Your password could not be checked', (client) =>
    client.updateUser({ current_password }),
  );
  return failure;
}

/**
 * Begins to set a device up. What was begun before and not finished is given up. With code 'reauthentication_needed'
 * the password has to be entered first.
 */
export async function beginDevice(
  friendlyName: string,
): Promise<{ device: NewDevice; failure: null } | { device: null; failure: AuthFailure }> {
  const { answer, failure } = await askAuth('The device could not be set up', async (client) => {
    const { data } = await client.mfa.listFactors();
    for (const { id, status } of data?.all ?? []) {
      if (status === 'unverified') await client.mfa.unenroll({ factorId: id });
    }
    return client.mfa.enroll({ factorType: 'totp', friendlyName });
  });
  if (!answer?.data) return { device: null, failure: failure ?? { message: '', code: undefined } };
  const { id, totp } = answer.data;
  return { device: { id, picture: totp.qr_code, secret: totp.secret }, failure: null };
}

/** Forgets a device that was begun and will not be finished. */
export async function giveUpDevice(factorId: string): Promise<void> {
  await askAuth('', (client) => client.mfa.unenroll({ factorId }));
}

/** With code 'insufficient_aal' a code has to be entered first. */
export async function removeDevice(factorId: string): Promise<AuthFailure | null> {
  const { failure } = await askAuth('The device could not be removed', (client) =>
    client.mfa.unenroll({ factorId }),
  );
  // The session that lies here still names it.
  if (!failure) await askAuth('', (client) => client.refreshSession());
  return failure;
}

/** New recovery codes; those of before die. With code 'insufficient_aal' a code has to be entered first. */
export async function makeCodes(
  isFirst: boolean,
): Promise<{ codes: string[]; failure: null } | { codes: null; failure: AuthFailure }> {
  const { answer, failure } = await askAuth('No recovery codes could be made', ({ mfa }) =>
    isFirst ? mfa.recoveryCodes.generate() : mfa.recoveryCodes.regenerate(),
  );
  if (!answer?.data) return { codes: null, failure: failure ?? { message: '', code: undefined } };
  return { codes: answer.data.codes, failure: null };
}
