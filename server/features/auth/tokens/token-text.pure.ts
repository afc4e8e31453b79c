import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

// 'cnp_', 30 random characters (178 bits), and their CRC32 in 6: secret scanners recognize a token, and a typing error is
// found without the database (docs/security.md has the regular expression).

const prefix = 'cnp_';
const randomLength = 30;
const checkLength = 6;
const hintLength = 4;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checkLength}}$`);

export function newTokenText(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join('');
  return `${prefix}${random}${checkOf(random)}`;
}

/** Whether somebody means an API token, whole or not. */
export function isTokenText(text: string): boolean {
  return text.startsWith(prefix);
}

export function isWholeToken(text: string): boolean {
  if (!form.test(text)) return false;
  const end = prefix.length + randomLength;
  return checkOf(text.slice(prefix.length, end)) === text.slice(end);
}

function checkOf(random: string): string {
  let rest = crc32(random);
  let check = '';
  for (let place = 0; place < checkLength; place++) {
    check = digits[rest % digits.length] + check;
    rest = Math.floor(rest / digits.length);
  }
  return check;
}

export function storedToken(text: string): { token_hash: string; hint: string } {
  return { token_hash: hashOfToken(text), hint: text.slice(-hintLength) };
}

export function hashOfToken(text: string): string {
  return hash('sha256', text, 'base64url');
}
