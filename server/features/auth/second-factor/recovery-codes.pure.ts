import { createHmac, randomBytes } from 'node:crypto';
import { recoveryCodeAlphabet } from '../../../../contract/auth/second-factor.ts';
import { recoveryCodeLength, recoveryCodesCount } from '../../../../contract/fields/limits.ts';

/** 80 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesCount }, newRecoveryCode);
}

/** 32 characters divide the 256 values of a byte evenly. */
function newRecoveryCode(): string {
  const characters = [...randomBytes(recoveryCodeLength)].map((byte) =>
    recoveryCodeAlphabet.charAt(byte % recoveryCodeAlphabet.length),
  );
  return characters.join('');
}

/** Random codes need no slow hash. The key makes a copy of the table useless. */
export function hashRecoveryCode(key: Buffer, factorId: string, code: string): string {
  return createHmac('sha256', key).update(`${factorId}:${code}`).digest('base64url');
}
