import type { Factor } from '@supabase/auth-js';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { askAuth, authCodeOf } from '../../lib/account/ask-auth.ts';
import { devicesOf } from '../../lib/account/assurance.ts';
import { loadProfile } from '../../lib/account/auth-store.ts';

/** The user's devices, never cached, and the number of recovery codes; null without any. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async () => {
    const failed = 'Failed to load your second factor';
    const { user } = (await askAuth(failed, (client) => client.getUser())).data;
    const hasCodes = user.factors?.some(({ factor_type }) => factor_type === 'recovery_code') ?? false;
    if (!hasCodes) return { devices: devicesOf(user), remainingCodes: null };
    const { data } = await askAuth(failed, (client) => client.mfa.recoveryCodes.getStatus());
    return { devices: devicesOf(user), remainingCodes: data.remaining };
  },
  staleTime: 0,
});

/**
 * Call it when a dialog closes, not earlier: a profile that requires nothing more opens the app, and the recovery codes
 * would disappear before the user has saved them.
 */
export function useSecondFactorRefresh() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries(secondFactorQuery);
    void loadProfile();
  };
}

export type NewDevice = Awaited<ReturnType<typeof beginDevice>>;

/** Also removes an unfinished setup. */
export async function beginDevice(friendlyName: string) {
  const { data } = await askAuth('The device could not be set up', async (client) => {
    const { data } = await client.mfa.listFactors();
    for (const { id, status } of data?.all ?? []) {
      if (status === 'unverified') await client.mfa.unenroll({ factorId: id });
    }
    return client.mfa.enroll({ factorType: 'totp', friendlyName });
  });
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret };
}

/** Removes an unfinished setup; the server also removes it after a while. */
export async function cancelDeviceSetup(factorId: string): Promise<void> {
  await askAuth('', (client) => client.mfa.unenroll({ factorId })).catch(() => undefined);
}

/** `needsCode` says whether the failure means that a code must be entered first. */
export async function removeDevice(factorId: string): Promise<void> {
  await askAuth('The device could not be removed', (client) => client.mfa.unenroll({ factorId }));
  // The stored session still contains it.
  await askAuth('', (client) => client.refreshSession()).catch(() => undefined);
}

/** Ends the earlier ones. `needsCode` says whether a code must be entered first. */
export async function makeCodes(isFirst: boolean): Promise<string[]> {
  const { data } = await askAuth('No recovery codes could be made', ({ mfa }) =>
    isFirst ? mfa.recoveryCodes.generate() : mfa.recoveryCodes.regenerate(),
  );
  return data.codes;
}

export function needsCode(failure: unknown) {
  return authCodeOf(failure) === 'insufficient_aal';
}

export function nameOf({ friendly_name }: Factor) {
  return friendly_name || 'Authenticator app';
}
