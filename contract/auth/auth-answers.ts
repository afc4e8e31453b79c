import * as z from 'zod/mini';

/**
 * Of `/auth/v1` (docs/auth-protocol.md). Only tests use these schemas: the server and the fake server of the screens
 * answer in the same form.
 */

const time = z.iso.datetime();
const metadata = z.record(z.string(), z.unknown());

const factor = z.strictObject({
  id: z.guid(),
  friendly_name: z.optional(z.string()),
  factor_type: z.enum(['totp', 'recovery_code']),
  status: z.enum(['verified', 'unverified']),
  created_at: time,
  updated_at: time,
});

const identity = z.strictObject({
  identity_id: z.guid(),
  /** That of the user, or the subject at the provider. */
  id: z.string(),
  user_id: z.guid(),
  identity_data: metadata,
  /** 'email' or 'custom:main' */
  provider: z.string(),
  last_sign_in_at: z.optional(time),
  created_at: time,
  updated_at: time,
  email: z.optional(z.string()),
});

const user = z.strictObject({
  id: z.guid(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  phone: z.literal(''),
  email_confirmed_at: z.optional(time),
  confirmed_at: z.optional(time),
  confirmation_sent_at: z.optional(time),
  recovery_sent_at: z.optional(time),
  new_email: z.optional(z.string()),
  email_change_sent_at: z.optional(time),
  last_sign_in_at: z.optional(time),
  app_metadata: metadata,
  user_metadata: metadata,
  identities: z.array(identity),
  factors: z.optional(z.array(factor)),
  created_at: time,
  updated_at: time,
  is_anonymous: z.literal(false),
});

const session = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  expires_at: z.int(),
  refresh_token: z.string(),
  user,
});

const nothing = z.strictObject({});
const recoveryCodes = { id: z.string(), type: z.string(), total: z.int() };
const madeCodes = z.strictObject({
  ...recoveryCodes,
  friendly_name: z.nullable(z.string()),
  codes: z.array(z.string()),
});

const answers: Record<string, z.ZodMiniType> = {
  'POST /signup': user,
  'POST /token': session,
  // The first of the two links of an email change is answered with a message, not with a session.
  'POST /verify': z.union([session, z.strictObject({ msg: z.string(), code: z.string() })]),
  'POST /recover': nothing,
  'POST /resend': nothing,
  'GET /user': user,
  'PUT /user': user,
  'POST /sso': z.strictObject({ url: z.string() }),
  'GET /user/identities/authorize': z.strictObject({ url: z.string() }),
  'DELETE /user/identities/:id': nothing,
  'POST /backchannel-logout': nothing,
  'POST /factors': z.strictObject({
    id: z.guid(),
    type: z.literal('totp'),
    friendly_name: z.string(),
    totp: z.strictObject({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
  }),
  'DELETE /factors/:id': z.strictObject({ id: z.guid() }),
  'POST /factors/:id/challenge': z.strictObject({
    id: z.string(),
    type: z.literal('totp'),
    expires_at: z.int(),
  }),
  'POST /factors/:id/verify': session,
  'GET /factors/recovery-codes': z.strictObject({ ...recoveryCodes, remaining: z.int() }),
  'POST /factors/recovery-codes': madeCodes,
  'POST /factors/recovery-codes/regenerate': madeCodes,
  'GET /settings': z.looseObject({ external: metadata, disable_signup: z.boolean() }),
  'GET /health': z.strictObject({ version: z.string(), name: z.string(), description: z.string() }),
  'GET /.well-known/jwks.json': z.strictObject({ keys: z.array(metadata) }),
};

const patterns = Object.entries(answers).map(([call, schema]) => ({
  pattern: new RegExp(`^${call.replaceAll('.', '\\.').replaceAll(':id', '[^/]+')}$`),
  schema,
}));

/** Null for a request that has no answer body. `path` begins below the prefix. */
export function authAnswer(method: string, path: string): z.ZodMiniType | null {
  return patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))?.schema ?? null;
}
