import { createHmac, randomBytes } from 'node:crypto';
import { recoveryCodeLength, recoveryCodesCount } from '../../../../contract/limits.ts';
import { recoveryCodeAlphabet } from '../../../../contract/second-factor.ts';

/** A new set, each code of 80 random bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesCount }, newRecoveryCode);
}

/** 32 characters to choose from divide a byte's 256 values evenly. */
function newRecoveryCode(): string {
  const characters = [...randomBytes(recoveryCodeLength)].map((byte) =>
    recoveryCodeAlphabet.charAt(byte % recoveryCodeAlphabet.length),
  );
  return characters.join('');
}

/** As stored. With that much chance in a code a slow hash would add nothing; the key keeps a copied table useless. */
export function hashRecoveryCode(key: Buffer, factorId: string, code: string): string {
  return createHmac('sha256', key).update(`${factorId}:${code}`).digest('base64url');
}
