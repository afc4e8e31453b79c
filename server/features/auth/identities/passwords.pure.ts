import { createHmac, timingSafeEqual } from 'node:crypto';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { passwordMaxBytes, passwordMinLength } from '../../../../contract/fields/limits.ts';
import { createTurns } from '../../../platform/background/turns.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, no parallelism. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** More hashes at a time would leave no core for other requests. */
const maxConcurrent = 2;
const queueLimit = 100;
const inTurn = createTurns(maxConcurrent, {
  most: queueLimit,
  refuse: () =>
    new AuthError('service_unavailable', 'Too many users are signing in right now. Try again.', {
      retry_after_seconds: 2,
    }),
});

/**
 * Hashes with the same `salt` can be compared with `sameHash`: one computation checks several stored hashes.
 * @throws AuthError 503 when the queue is full.
 */
export function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), { ...cost, ...(salt && { salt }) }));
}

/** Does no work for text that cannot be a password. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  return isPossiblePassword(password) && inTurn(() => verify(stored, password.normalize('NFC')));
}

export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function samePassword(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}

export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
}

/** One per email, so that a sign-in costs a single hash however many sign-ups wait. */
export function emailSalt(key: Buffer, email: string): Uint8Array {
  return createHmac('sha256', key).update(email).digest().subarray(0, 16);
}

/** Too long a text is refused, never cut. Its length comes first: normalizing it can block the process for seconds. */
export function isPossiblePassword(password: string): boolean {
  if (password.length > passwordMaxBytes || !password.isWellFormed()) return false;
  return Buffer.byteLength(password.normalize('NFC')) <= passwordMaxBytes;
}

/** @throws AuthError 422 for a short password, 400 for a long one or invalid text. */
export function checkNewPassword(password: string): void {
  if (password.length < passwordMinLength) {
    throw new AuthError('weak_password', `Password must be at least ${passwordMinLength} characters`);
  }
  if (!isPossiblePassword(password)) {
    throw new AuthError('validation_failed', `Password must be at most ${passwordMaxBytes} bytes of text`);
  }
}
