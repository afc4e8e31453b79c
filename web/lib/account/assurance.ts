import type { Factor, Session, User } from '@supabase/auth-js';

/** The password, or an emailed link, was right; the code of the second factor is still missing. */
export function waitsForCode({ access_token, user }: Pick<Session, 'access_token' | 'user'>): boolean {
  return devicesOf(user).length > 0 && levelOf(access_token) !== 'aal2';
}

export function devicesOf(user: User | null): Factor[] {
  return (user?.factors ?? []).filter(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );
}

/** The email in the token, for display only: the token may be forged. */
export function emailIn(token: string): string {
  return String(claimsOf(token)?.email ?? '');
}

function levelOf(token: string): unknown {
  return claimsOf(token)?.aal;
}

function claimsOf(token: string): { aal?: unknown; email?: unknown } | null {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
