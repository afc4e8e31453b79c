import * as z from 'zod/mini';
import { signUpInput } from '../../../../contract/auth.ts';
import { email as emailField, emailKey, line, text } from '../../../../contract/fields.ts';
import { factorNameMaxLength, nameMaxLength, recoveryCodeMaxLength } from '../../../../contract/limits.ts';
import { AuthError } from './auth-error.ts';

/** Text as it came, but for half a character, which no client means and no location keeps. */
const words = z
  .string()
  .check(z.refine((value) => value.isWellFormed(), 'Contains a character that is not one'));
const sometimes = z.optional(z.nullable(words));

/** What the client sends. Members that nobody reads here (captcha, code challenge, ids) are dropped. */
const data = z.optional(z.nullable(z.record(z.string(), z.unknown())));

export const signUpBody = z.object({
  email: sometimes,
  phone: sometimes,
  password: sometimes,
  data,
});

/** Whatever is typed here and is nobody's is a wrong password, and nothing else is said of it. */
export const passwordGrantBody = z.object({ email: z.string(), password: z.string() });
export const refreshGrantBody = z.object({ refresh_token: words });
export const recoverBody = z.object({ email: words });
export const resendBody = z.object({ type: z.enum(['signup', 'email_change']), email: words });

const verifyTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email'] as const;
export type VerifyType = (typeof verifyTypes)[number];
export const verifyBody = z.object({
  type: z.enum(verifyTypes),
  token_hash: sometimes,
  email: sometimes,
  token: sometimes,
});
export const verifyQuery = z.object({
  type: z.enum(verifyTypes),
  token: z.optional(words),
  token_hash: z.optional(words),
});

export const userBody = z.object({
  email: sometimes,
  password: sometimes,
  current_password: sometimes,
  data,
  app_metadata: z.optional(z.unknown()),
});

export const enrolBody = z.object({
  factor_type: z.literal('totp'),
  friendly_name: z.optional(z.nullable(line(factorNameMaxLength))),
  issuer: z.optional(z.nullable(text(nameMaxLength))),
});
/** A code is as typed; spaces in it do not count. */
export const factorCodeBody = z.object({
  challenge_id: z.guid(),
  code: words.check(z.overwrite((code) => code.replace(/\s/g, ''))),
});
export const recoveryCodeBody = z.object({ code: words.check(z.maxLength(recoveryCodeMaxLength)) });

export const logoutQuery = z.object({ scope: z._default(z.enum(['global', 'local', 'others']), 'global') });
export const tokenQuery = z.object({ grant_type: words });

/** @throws AuthError 400 that names the first member which is wrong. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.');
  throw new AuthError('validation_failed', `${path ? `${path}: ` : ''}${issue?.message ?? 'Invalid'}`);
}

/**
 * A link's secret, or an address with a code. We mail no codes, so a code is as good as a wrong secret.
 * @throws AuthError 400 with both or neither.
 */
export function parseVerification(body: unknown): { type: VerifyType; secret: string } {
  const { type, token_hash, email, token } = parse(verifyBody, body);
  if (Boolean(token_hash) === Boolean(email && token)) {
    throw new AuthError('validation_failed', 'Send either token_hash, or email and token');
  }
  return { type, secret: token_hash ?? '' };
}

/** The same from a link that is opened. */
export function parseVerificationQuery(query: unknown): { type: VerifyType; secret: string } {
  const { type, token, token_hash } = parse(verifyQuery, query);
  const secret = token_hash ?? token;
  if (!secret) throw new AuthError('validation_failed', 'token is missing');
  return { type, secret };
}

/**
 * An address as identities keep it: trimmed, lower case, composed, so that it equals the key of a profile.
 * @throws AuthError 400 when it is no address.
 */
export function parseEmail(value: string): string {
  const result = z.safeParse(emailField, value);
  if (result.success) return emailKey(result.data);
  throw new AuthError('email_address_invalid', result.error.issues[0]?.message ?? 'Invalid');
}

/** The same, where garbage is only a wrong address: null. */
export function toAddress(value: string): string | null {
  const result = z.safeParse(emailField, value);
  return result.success ? emailKey(result.data) : null;
}

/** The access token carries it in every request, a third larger; Node reads 16 KB of headers in all. */
const metadataMaxBytes = 4096;
const metadataMaxDepth = 8;

/**
 * Data that its owner may write. `full_name` obeys the sign-up form's rule.
 * @throws AuthError 400 when it cannot be stored, is too large or too deep.
 */
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

/** The name for a profile made from sign-up data. */
export function fullNameOf(metadata: Record<string, unknown>): string | null {
  const name = metadata.full_name;
  if (typeof name !== 'string' || !name.trim()) return null;
  return [...name].length <= nameMaxLength ? name.trim() : null;
}

/** Of what somebody wrote who may not own the mailbox, the name alone stays. */
export function nameAlone(metadata: Record<string, unknown>): Record<string, unknown> {
  const full_name = fullNameOf(metadata);
  return full_name ? { full_name } : {};
}

/** PostgreSQL locations neither U+0000 nor lone surrogates; depth is bounded before anything recurses. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, member]) => isStorable(key, 0) && isStorable(member, depth - 1));
}
