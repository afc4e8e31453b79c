import * as z from 'zod/mini';
import { idParams, line, time } from '../fields/fields.ts';
import {
  factorNameMaxLength,
  recoveryCodeLength,
  recoveryCodeMaxLength,
  totpCodeLength,
} from '../fields/limits.ts';
import { endpoint } from '../http/endpoint.ts';

/** Apps show a space in the middle. */
export const totpCode = z.string().check(
  z.overwrite((code) => code.replace(/\s/g, '')),
  z.regex(new RegExp(`^\\d{${totpCodeLength}}$`), `Enter the ${totpCodeLength} digits that the app shows`),
);
export const totpCodeInput = z.object({ code: totpCode });

const noRecoveryCode = `Enter the ${recoveryCodeLength} letters and digits of one code`;

/** Case, spaces and hyphens do not count, and letters that look like a digit count as that digit. */
export const recoveryCode = z
  .string()
  .check(
    z.maxLength(recoveryCodeMaxLength, { error: noRecoveryCode, abort: true }),
    z.overwrite(readRecoveryCode),
    z.regex(new RegExp(`^[0-9a-hjkmnp-tv-z]{${recoveryCodeLength}}$`), noRecoveryCode),
  );
export const recoveryCodeInput = z.object({ code: recoveryCode });

/** Characters that cannot be confused with one another: five bits each. */
export const recoveryCodeAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export function readRecoveryCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
}

/** 'k4m9-x7qp-2ab8-ht3z' */
export function showRecoveryCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}

export const factorInput = z.object({
  friendly_name: line(factorNameMaxLength, z.minLength(1, 'Give this device a name')),
});

export const getSecondFactor = endpoint('GET /api/users/:id/second-factor', 'users.reset_factor', {
  failure: 'Failed to fetch the second factor',
  summary: 'Whether a user has a second factor, for those who may reset it',
  params: idParams,
  response: z.object({
    is_set_up: z.boolean(),
    set_up_at: z.nullable(time),
  }),
});

/** For other users. On the profile, users remove their own with a code. */
export const resetSecondFactor = endpoint('POST /api/users/:id/reset-factor', 'users.reset_factor', {
  failure: 'Failed to reset the second factor',
  summary: "Remove a user's second factor and recovery codes, end their sessions and notify them by email",
  params: idParams,
});
