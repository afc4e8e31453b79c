import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuthFactorsTable, AuthUsersTable } from '../../../kernel/database/auth-schema.ts';
import { uuidFrom } from '../../../platform/uuid.ts';

export type Identity = Selectable<AuthUsersTable>;
type Factor = Selectable<AuthFactorsTable>;

/** The only shape in which an account leaves the server (auth protocol, section 1.1). */
export function userObject(identity: Identity, factors: readonly Factor[] = []) {
  const { id, email, created_at, updated_at, email_confirmed_at, confirmation_sent_at } = identity;
  const { recovery_sent_at, new_email, email_change_sent_at, last_sign_in_at } = identity;
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    ...present({
      email_confirmed_at,
      confirmed_at: email_confirmed_at,
      confirmation_sent_at,
      recovery_sent_at,
    }),
    ...present({ new_email, email_change_sent_at, last_sign_in_at }),
    app_metadata: appMetadata(identity),
    user_metadata: identity.user_metadata,
    identities: [
      {
        identity_id: identityId(id),
        id,
        user_id: id,
        identity_data: {
          ...identity.user_metadata,
          sub: id,
          email,
          email_verified: email_confirmed_at !== null,
          phone_verified: false,
        },
        provider: 'email',
        ...present({ last_sign_in_at }),
        created_at,
        updated_at,
        email,
      },
    ],
    ...(factors.length > 0 && { factors: factors.map(factorObject) }),
    created_at,
    updated_at,
    is_anonymous: false,
  };
}

export type UserObject = ReturnType<typeof userObject>;

/** A user without a password has to choose one first. */
export function appMetadata(identity: Identity) {
  return {
    provider: 'email',
    providers: ['email'],
    ...(identity.password_hash === null && { needs_password: true }),
  };
}

function factorObject({ id, friendly_name, factor_type, status, created_at, updated_at }: Factor) {
  return { id, ...present({ friendly_name }), factor_type, status, created_at, updated_at };
}

/** The client does not know null. */
function present<K extends string>(values: Record<K, string | null>): Partial<Record<K, string>> {
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as Partial<Record<K, string>>;
}

/** A user has exactly one identity, so its id is derived from the user's (version 8). */
function identityId(userId: string): string {
  return uuidFrom(createHash('sha256').update(`identity:${userId}`).digest(), 8);
}
