import { createHmac, timingSafeEqual } from 'node:crypto';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { passwordMaxBytes, passwordMinLength } from '../../../../contract/limits.ts';
import { AuthError } from '../protocol/auth-error.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** More hashes at once would keep every core from answering anybody else. */
const atOnce = 2;
const queueLimit = 100;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * One hash. With `salt` the result can be compared with `sameHash`, which lets one computation be held
 * against several stored hashes.
 * @throws AuthError 503 when more hashes wait than could be done in a few seconds.
 */
export function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), { ...cost, ...(salt && { salt }) }));
}

/** The same work as `hashPassword`; none for what no password of ours can be. */
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

/** True for a hash made with other parameters than today's. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
}

/**
 * The salt for passwords of waiting sign-ups: one for each address, so that a sign-in costs a single hash
 * however many sign-ups wait for the address, and known and unknown addresses take the same time.
 */
export function addressSalt(key: Buffer, email: string): Uint8Array {
  return createHmac('sha256', key).update(email).digest().subarray(0, 16);
}

/**
 * False for what no password of ours can be: it is refused before any work, and never cut. The length comes first:
 * normalizing a long text can keep the process busy for seconds.
 */
export function isPossiblePassword(password: string): boolean {
  if (password.length > passwordMaxBytes || !password.isWellFormed()) return false;
  return Buffer.byteLength(password.normalize('NFC')) <= passwordMaxBytes;
}

/** @throws AuthError 422 when too short, 400 when too long or not text. */
export function checkNewPassword(password: string): void {
  if (password.length < passwordMinLength) {
    throw new AuthError('weak_password', `Password must be at least ${passwordMinLength} characters`);
  }
  if (!isPossiblePassword(password)) {
    throw new AuthError('validation_failed', `Password must be at most ${passwordMaxBytes} bytes of text`);
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= queueLimit) {
      throw new AuthError('service_unavailable', 'Too many users are signing in right now. Try again.', {
        retry_after_seconds: 2,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    // The place is handed to the next in line, or given up.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
