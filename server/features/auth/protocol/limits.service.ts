import ipaddr from 'ipaddr.js';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Limit } from '../../../platform/rate-limit.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import { AuthError } from './auth-error.pure.ts';
import type { AuthContext } from './context.pure.ts';

/** Known and unknown emails are counted alike, so that a refusal reveals nothing. */
export const authLimits = {
  /** Wrong passwords for one account; the right password clears the count. */
  signInOfAccount: { limit: 10, window_seconds: 900 },
  signInOfNetwork: { limit: 100, window_seconds: 900 },
  /** Requests without a session that cause a hash, an email or a write. */
  network: { limit: 30, window_seconds: 300 },
  /** Of company sign-ins: users of one store or office share a network. */
  companySignIns: { limit: 100, window_seconds: 300 },
  /** Emails of one kind to one mailbox. */
  mail: { limit: 3, window_seconds: 600 },
  /** Far more than the tabs of one browser need, because the client signs out when a refresh is refused. */
  refreshOfSession: { limit: 150, window_seconds: 300 },
  /** Email changes that a user may request; each sends an email. */
  emailChanges: { limit: 5, window_seconds: 3600 },
  accountUpdates: { limit: 30, window_seconds: 300 },
  challenges: { limit: 30, window_seconds: 300 },
  /** Wrong codes of one user's second factor. Of a million codes, three are right at any moment. */
  wrongCodes: { limit: 30, window_seconds: 86_400 },
} satisfies Record<string, Limit>;

/** Returns the count in this window. With `tx` only an attempt that changes something counts. @throws AuthError 429 */
export async function consumeAttempt(
  ctx: AuthContext,
  key: string,
  limit: Limit,
  tx?: Transaction,
): Promise<number> {
  const { allowed, count, retry_after_seconds } = await ctx.app.limits.consumeAttempt(key, limit, tx);
  if (!allowed) throw tooMany(retry_after_seconds);
  return count;
}

export async function consumeNetworkAttempt(
  ctx: AuthContext,
  what: string,
  limit: Limit = authLimits.network,
): Promise<void> {
  await consumeAttempt(ctx, `${what}:${networkOf(ctx.request.ip)}`, limit);
}

/** Callers do not show a refusal to the client. */
export async function mayEmail(
  ctx: AuthContext,
  kind: 'sign-up' | 'recovery' | 'email change',
  email: string,
): Promise<boolean> {
  const { allowed } = await ctx.app.limits.consumeAttempt(`mail:${kind}:${digest(email)}`, authLimits.mail);
  return allowed;
}

export function tooMany(retry_after_seconds: number, limit?: 'account' | 'network'): AuthError {
  const minutes = Math.ceil(retry_after_seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AuthError('over_request_rate_limit', `Too many attempts. Try again in ${wait}.`, {
    retry_after_seconds,
    ...(limit && { limit }),
  });
}

/** IPv6 hosts choose their addresses from a /64 prefix. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
