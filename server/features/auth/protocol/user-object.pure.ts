import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type {
  AuthFactorsTable,
  AuthProviderLinksTable,
  AuthUsersTable,
} from '../../../kernel/database/auth-schema.ts';
import { uuidFrom } from '../../../platform/uuid.ts';

export type Identity = Selectable<AuthUsersTable>;
type Factor = Selectable<AuthFactorsTable>;
type Link = Selectable<AuthProviderLinksTable>;

/** The only shape in which an account leaves the server (auth protocol, section 1.1). */
export function userObject(identity: Identity, factors: readonly Factor[] = [], links: readonly Link[] = []) {
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
    app_metadata: appMetadata(identity, links),
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
      ...links.map(linkObject),
    ],
    ...(factors.length > 0 && { factors: factors.map(factorObject) }),
    created_at,
    updated_at,
    is_anonymous: false,
  };
}

export type UserObject = ReturnType<typeof userObject>;

/** A user without another way to sign in has to choose a password first. `has_password` is there when it is false. */
export function appMetadata(identity: Identity, links: readonly Link[] = []) {
  return {
    provider: 'email',
    providers: ['email', ...new Set(links.map((link) => providerOf(link)))],
    ...(identity.password_hash === null &&
      (links.length === 0 ? { needs_password: true } : { has_password: false })),
  };
}

function providerOf({ provider }: Link): `custom:${string}` {
  return `custom:${provider}`;
}

function linkObject(link: Link) {
  const { issuer, subject, user_id, email, created_at, last_used_at } = link;
  return {
    ...{ identity_id: linkId(link), id: subject, user_id, provider: providerOf(link) },
    identity_data: { iss: issuer, sub: subject, ...present({ email }) },
    ...{ last_sign_in_at: last_used_at, created_at, updated_at: last_used_at, ...present({ email }) },
  };
}

export function linkId({ issuer, subject }: Pick<Link, 'issuer' | 'subject'>): string {
  return uuidFrom(
    createHash('sha256')
      .update(`identity:${JSON.stringify([issuer, subject])}`)
      .digest(),
    8,
  );
}

function factorObject({ id, friendly_name, factor_type, status, created_at, updated_at }: Factor) {
  return { id, ...present({ friendly_name }), factor_type, status, created_at, updated_at };
}

/** The client does not know null. */
function present<K extends string>(values: Record<K, string | null>): Partial<Record<K, string>> {
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as Partial<Record<K, string>>;
}

/** A user has exactly one email, so its id is derived from the user's (version 8). */
function identityId(userId: string): string {
  return uuidFrom(createHash('sha256').update(`identity:${userId}`).digest(), 8);
}
