import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a link in an email. Only the hash is stored. */
export function newSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: digest(secret) };
}

/** SHA-256 in base64url. Enough for random secrets and for the keys of counters. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
