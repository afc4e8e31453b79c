import * as z from 'zod/mini';
import { signUpInput } from '../../../../contract/auth/auth-forms.ts';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import { email as emailField, line, text } from '../../../../contract/fields/fields.ts';
import {
  factorNameMaxLength,
  nameMaxLength,
  recoveryCodeMaxLength,
} from '../../../../contract/fields/limits.ts';
import { AuthError } from './auth-error.pure.ts';

/** No client sends lone surrogates on purpose, and no database stores them. */
const wellFormed = z
  .string()
  .check(z.refine((value) => value.isWellFormed(), 'Contains an invalid character'));
const optionalText = z.optional(z.nullable(wellFormed));

// Members that are not used here (captcha, code challenge, ids) are dropped.
const data = z.optional(z.nullable(z.record(z.string(), z.unknown())));

export const signUpBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data,
});

/** Any string is allowed: one that cannot be an email or password is answered like a wrong password. */
export const passwordGrantBody = z.object({ email: z.string(), password: z.string() });
export const refreshGrantBody = z.object({ refresh_token: wellFormed });
export const recoverBody = z.object({ email: wellFormed });
export const resendBody = z.object({ type: z.enum(['signup', 'email_change']), email: wellFormed });

const verifyTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email'] as const;
export type VerifyType = (typeof verifyTypes)[number];
export const verifyBody = z.object({
  type: z.enum(verifyTypes),
  token_hash: optionalText,
  email: optionalText,
  token: optionalText,
});
export const verifyQuery = z.object({
  type: z.enum(verifyTypes),
  token: z.optional(wellFormed),
  token_hash: z.optional(wellFormed),
});

export const userBody = z.object({
  email: optionalText,
  password: optionalText,
  current_password: optionalText,
  data,
  app_metadata: z.optional(z.unknown()),
});

export const enrollBody = z.object({
  factor_type: z.literal('totp'),
  friendly_name: z.optional(z.nullable(line(factorNameMaxLength))),
  issuer: z.optional(z.nullable(text(nameMaxLength))),
});
/** Spaces are ignored. */
export const factorCodeBody = z.object({
  challenge_id: z.guid(),
  code: wellFormed.check(z.overwrite((code) => code.replace(/\s/g, ''))),
});
export const recoveryCodeBody = z.object({ code: wellFormed.check(z.maxLength(recoveryCodeMaxLength)) });

const challenge = wellFormed.check(z.regex(/^[\w-]{43}$/, 'Must be a SHA-256 in base64url'));
const challengeMethod = wellFormed.check(z.regex(/^s256$/i, 'Must be s256'));
/** `invite_token` is the secret of an invite link, `max_age` in seconds as of OpenID Connect. `redirect_to` has rules of its own. */
export const authorizeQuery = z.object({
  provider: wellFormed,
  code_challenge: challenge,
  code_challenge_method: challengeMethod,
  invite_token: z.optional(wellFormed.check(z.regex(/^[\w-]{43}$/, 'Must be the secret of an invite link'))),
  max_age: z.optional(z.literal(['0', '900'])),
});
export const ssoBody = z.object({
  domain: optionalText,
  redirect_to: optionalText,
  code_challenge: challenge,
  code_challenge_method: challengeMethod,
});
export const pkceGrantBody = z.object({
  auth_code: wellFormed.check(z.maxLength(100)),
  code_verifier: wellFormed.check(z.maxLength(200)),
});

export const logoutQuery = z.object({ scope: z._default(z.enum(['global', 'local', 'others']), 'global') });
export const tokenQuery = z.object({ grant_type: wellFormed });

/** @throws AuthError 400 with the name of the first invalid member. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.');
  throw new AuthError('validation_failed', `${path ? `${path}: ` : ''}${issue?.message ?? 'Invalid'}`);
}

/** We email no codes, so a code counts as a wrong secret. @throws AuthError 400 with both or neither. */
export function parseVerification(body: unknown): { type: VerifyType; secret: string } {
  const { type, token_hash, email, token } = parse(verifyBody, body);
  if (Boolean(token_hash) === Boolean(email && token)) {
    throw new AuthError('validation_failed', 'Send either token_hash, or email and token');
  }
  return { type, secret: token_hash ?? '' };
}

export function parseVerificationQuery(query: unknown): { type: VerifyType; secret: string } {
  const { type, token, token_hash } = parse(verifyQuery, query);
  const secret = token_hash ?? token;
  if (!secret) throw new AuthError('validation_failed', 'token is missing');
  return { type, secret };
}

/** Equal to the key of a profile. @throws AuthError 400 when it is not an email. */
export function parseEmail(value: string): string {
  const result = z.safeParse(emailField, value);
  if (result.success) return emailKey(result.data);
  throw new AuthError('email_address_invalid', result.error.issues[0]?.message ?? 'Invalid');
}

/** Null when it is not an email. */
export function toEmail(value: string): string | null {
  const result = z.safeParse(emailField, value);
  return result.success ? emailKey(result.data) : null;
}

/** The access token carries the metadata in each request, one third larger; Node accepts 16 KB of headers in all. */
const metadataMaxBytes = 4096;
const metadataMaxDepth = 8;

/** `full_name` follows the sign-up form. @throws AuthError 400 for what cannot be stored, is too large or too deep. */
export function parseMetadata(value: Record<string, unknown>): Record<string, unknown> {
  if (!isStorable(value, metadataMaxDepth)) {
    throw new AuthError('validation_failed', 'data: Contains what cannot be stored');
  }
  if (Buffer.byteLength(JSON.stringify(value)) > metadataMaxBytes) {
    throw new AuthError('validation_failed', `data: Must be at most ${metadataMaxBytes} bytes`);
  }
  if (value.full_name === undefined || value.full_name === null) return value;
  const name = z.safeParse(signUpInput.shape.full_name, value.full_name);
  if (name.success) return { ...value, full_name: name.data };
  throw new AuthError('validation_failed', name.error.issues[0]?.message ?? 'Invalid full_name');
}

/** Null without a usable name. */
export function fullNameOf(metadata: Record<string, unknown>): string | null {
  const name = metadata.full_name;
  if (typeof name !== 'string' || !name.trim()) return null;
  return [...name].length <= nameMaxLength ? name.trim() : null;
}

/** Somebody else than the mailbox's owner may have written the rest. */
export function keepNameOnly(metadata: Record<string, unknown>): Record<string, unknown> {
  const full_name = fullNameOf(metadata);
  return full_name ? { full_name } : {};
}

/** PostgreSQL stores neither U+0000 nor lone surrogates. The depth is limited before the recursion. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, member]) => isStorable(key, 0) && isStorable(member, depth - 1));
}
