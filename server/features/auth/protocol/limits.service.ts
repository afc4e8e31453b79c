import ipaddr from 'ipaddr.js';
import type { Limit } from '../../../kernel/rate-limit.ts';
import { digest } from '../keys/one-time-secret.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';

/** Protocol section 14. Counted for every address, known or not, so that a refusal says nothing about it. */
export const authLimits = {
  /** Guesses at one account's password; a right one clears the count. */
  signInOfAccount: { limit: 10, window_seconds: 900 },
  /** Guesses from one network; a right one is not counted. */
  signInOfNetwork: { limit: 100, window_seconds: 900 },
  /** Requests that make us hash, mail or write for somebody not signed in. */
  network: { limit: 30, window_seconds: 300 },
  /** Mails of one kind to one address. */
  mail: { limit: 3, window_seconds: 600 },
  /** Far above what the tabs of one browser need: a client takes this refusal as a sign-out. */
  refreshOfSession: { limit: 150, window_seconds: 300 },
  /** Addresses that somebody signed in may want, each of which gets a mail. */
  emailChanges: { limit: 5, window_seconds: 3600 },
  accountUpdates: { limit: 30, window_seconds: 300 },
  challenges: { limit: 30, window_seconds: 300 },
  /** Wrong codes of one user's second factor; of a million codes three are right at a time. */
  wrongCodes: { limit: 30, window_seconds: 86_400 },
} satisfies Record<string, Limit>;

/**
 * Gives how many there were in this window.
 * @throws AuthError 429 when the limit is spent.
 */
export async function consumeAttempt(ctx: AuthContext, key: string, limit: Limit): Promise<number> {
  const { allowed, count, retry_after_seconds } = await ctx.app.limits.take(key, limit);
  if (!allowed) throw tooMany(retry_after_seconds);
  return count;
}

export async function limitNetwork(ctx: AuthContext, what: string): Promise<void> {
  await consumeAttempt(ctx, `${what}:${networkOf(ctx.request.ip)}`, authLimits.network);
}

/** Whether one more mail of this kind may go to the address. A refusal is kept silent by the callers. */
export async function mayMail(
  ctx: AuthContext,
  kind: 'sign-up' | 'recovery' | 'email change',
  email: string,
): Promise<boolean> {
  const { allowed } = await ctx.app.limits.take(`mail:${kind}:${digest(email)}`, authLimits.mail);
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

/** The client's network: one IPv4 address, or the /64 that an IPv6 host moves about in. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
