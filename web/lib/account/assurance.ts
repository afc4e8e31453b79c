import type { Factor, Session, User } from '@supabase/auth-js';

/** The password, or a mailed link, was right; the code of the second factor is still to come. */
export function waitsForCode({ access_token, user }: Pick<Session, 'access_token' | 'user'>): boolean {
  return devicesOf(user).length > 0 && levelOf(access_token) !== 'aal2';
}

/** The authenticator apps whose codes a user signs in with. */
export function devicesOf(user: User | null): Factor[] {
  return (user?.factors ?? []).filter(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );
}

/** Whose session the token says it is of. It may be forged; who signs in with it is decided by the server. */
export function addressIn(token: string): string {
  return String(claimsOf(token)?.email ?? '');
}

/** What the token says that its session has proven. The server decides; this only chooses what is shown. */
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
