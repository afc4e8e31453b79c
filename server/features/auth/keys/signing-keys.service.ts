import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { audit } from '../../../kernel/audit/audit.ts';
import { type App, type Context, type InTransaction, now } from '../../../kernel/context.ts';
import type { Reader } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { wrongKey } from '../../../kernel/secrets.ts';
import { transaction } from '../../../kernel/transaction.ts';
import { isAhead } from '../../../platform/clock.ts';
import {
  advanceKeys,
  deletePreviousKeys,
  insertKey,
  listKeys,
  lockKeys,
  type StoredKey,
} from './keys.repository.ts';

const algorithm = 'ES256';
const audience = 'authenticated';
const sealPurpose = 'signing-key';
/** Another instance may have rotated the keys; somebody's invented key id must not cost us a read each time. */
const reloadPauseMs = 10_000;
/** How long an instance may go on as before a rotation: signing with the older key, and believing the one that went. */
const freshForMs = 60_000;

export interface SigningKeys {
  /** Signs claims with the current key; `iss`, `aud`, `iat` and `exp` are ours. */
  sign(claims: JWTPayload): Promise<{ token: string; expires_at: number; expires_in: number }>;
  /**
   * The claims of a token that one of our keys signed, for us, that has not expired and does not live longer than ours
   * do; else null.
   */
  verify(token: string): Promise<Verified | null>;
  /** Whether the tokens of a key still count. */
  isKnown(kid: string): Promise<boolean>;
  /** Public halves, also of the key that comes next, so that clients know it before it signs. */
  publicKeys(): JWK[];
}

export interface Verified {
  claims: JWTPayload & { sub: string; session_id: string; iat: number; exp: number };
  /** Of the key that signed it. */
  kid: string;
}

type Services = Pick<App, 'config' | 'database' | 'secrets' | 'now'>;

interface LoadedKeys {
  current: { kid: string; key: CryptoKey };
  public: Map<string, CryptoKey>;
  jwks: JWK[];
}

/** Whether a server has run on this database: the first thing that it seals are its signing keys. */
export async function hasSigningKeys(db: Reader): Promise<boolean> {
  return (await listKeys(db)).length > 0;
}

const opened = new WeakMap<object, Promise<SigningKeys>>();

/** The keys of a running server, opened once. */
export function signingKeysOf(app: App): Promise<SigningKeys> {
  let keys = opened.get(app);
  if (!keys) {
    keys = openSigningKeys(app);
    opened.set(app, keys);
    // A database that did not answer is asked again by the next caller.
    keys.catch(() => opened.delete(app));
  }
  return keys;
}

/**
 * The key pairs that sign access tokens: made at first start, shared by all instances through the database,
 * where their private halves lie sealed.
 * @throws ConfigError when the stored keys were sealed with another SECRET_KEY.
 */
async function openSigningKeys(services: Services): Promise<SigningKeys> {
  const { config, database, now } = services;
  const issuer = `${config.public_url}/auth/v1`;
  let loaded = await load(services, await readOrMakeKeys(services));
  let loadedAt = now().getTime();
  let loading: Promise<void> | undefined;

  async function reload() {
    const at = now().getTime();
    loaded = await load(services, await listKeys(database.read));
    loadedAt = at;
  }

  /** In either direction: the clock may have been ahead when they were loaded. */
  async function keysOfLast(ageMs: number): Promise<LoadedKeys> {
    if (Math.abs(now().getTime() - loadedAt) > ageMs) {
      loading ??= reload().finally(() => {
        loading = undefined;
      });
      await loading;
    }
    return loaded;
  }

  async function findKey(kid: string | undefined): Promise<CryptoKey> {
    if (!kid) throw new Error('no key id');
    const known = (await keysOfLast(freshForMs)).public.get(kid);
    const key = known ?? (await keysOfLast(reloadPauseMs)).public.get(kid);
    if (!key) throw new Error('unknown key id');
    return key;
  }

  /** Whoever has one of our keys could make a token that outlives it by years. */
  function isOurLifetime({ iat, exp }: Verified['claims']): boolean {
    return exp - iat <= config.access_token_seconds && !isAhead(iat * 1000, now().getTime());
  }

  return {
    publicKeys: () => loaded.jwks,
    isKnown: async (kid) => (await keysOfLast(freshForMs)).public.has(kid),
    async sign(claims) {
      const { current } = await keysOfLast(freshForMs);
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expires_at = issuedAt + config.access_token_seconds;
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid: current.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires_at)
        .sign(current.key);
      return { token, expires_at, expires_in: config.access_token_seconds };
    },
    async verify(token) {
      try {
        // The key comes from our own set by id; keys and addresses inside the header are never looked at.
        const { payload, protectedHeader } = await jwtVerify(token, (header) => findKey(header.kid), {
          algorithms: [algorithm],
          issuer,
          audience,
          requiredClaims: ['iat', 'exp', 'sub', 'session_id'],
          currentDate: now(),
        });
        const claims = payload as Verified['claims'];
        if (!isOurLifetime(claims) || typeof claims.session_id !== 'string') return null;
        return { claims, kid: protectedHeader.kid ?? '' };
      } catch (error) {
        if (isVerdict(error)) return null;
        throw error;
      }
    },
  };
}

/** A database that does not answer while keys are looked up is no verdict over the token. */
function isVerdict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && String(error.code).startsWith('ERR_J')) || /key id$/.test(error.message);
}

/**
 * The published next key becomes the one that signs, a new next key is made, and the one before only verifies:
 * nobody is signed out. Running servers follow within a minute.
 * @throws ApiError 409 while tokens of the key that would go may still be alive.
 */
export async function rotateSigningKeys(context: Context): Promise<void> {
  const { secrets } = context.app;
  const made = await makeKey('next');
  await transaction(context, async (ctx) => {
    const { tx } = ctx;
    await lockKeys(tx);
    const stored = await listKeys(tx);
    const livesUntil = previousLivesUntil(ctx, stored);
    if (livesUntil && livesUntil > now(ctx)) {
      throw new ApiError(
        'conflict',
        `The keys were changed a short while ago. Change them again after ${livesUntil}.`,
      );
    }
    await advanceKeys(tx);
    await insertKey(tx, toStored(made, secrets, now(ctx)));
    await audit(ctx, {
      action: 'settings.keys_rotated',
      subject: { type: 'settings', id: null, name: 'Signing keys' },
    });
  });
}

/** Forgets the key of before a rotation, once no token that it signed in our name can be alive. */
export async function dropPreviousKey(ctx: InTransaction<Pick<Context, 'app'>>): Promise<void> {
  const { tx } = ctx;
  await lockKeys(tx);
  const livesUntil = previousLivesUntil(ctx, await listKeys(tx));
  if (livesUntil && livesUntil <= now(ctx)) await deletePreviousKeys(tx);
}

/** Null without a key of before. The key that comes next is as old as the rotation. */
function previousLivesUntil({ app }: Pick<Context, 'app'>, stored: StoredKey[]): string | null {
  if (!stored.some((key) => key.state === 'previous')) return null;
  const rotatedAt = Date.parse(stored.find((key) => key.state === 'next')?.created_at ?? '');
  return new Date(rotatedAt + app.config.access_token_seconds * 1000 + 2 * freshForMs).toISOString();
}

async function readOrMakeKeys({ database, secrets, now }: Services): Promise<StoredKey[]> {
  const stored = await listKeys(database.read);
  if (stored.length > 0) return stored;
  const made = await Promise.all([makeKey('current'), makeKey('next')]);
  return database.write(async (tx) => {
    await lockKeys(tx);
    const others = await listKeys(tx);
    if (others.length > 0) return others;
    const keys = made.map((key) => toStored(key, secrets, now().toISOString()));
    for (const key of keys) await insertKey(tx, key);
    return keys;
  });
}

type MadeKey = Awaited<ReturnType<typeof makeKey>>;

function toStored(
  { state, kid, jwk, publicJwk }: MadeKey,
  secrets: Services['secrets'],
  created_at: string,
): StoredKey {
  const private_key = secrets.seal(JSON.stringify(jwk), sealPurpose);
  return { kid, state, private_key, public_key: JSON.stringify(publicJwk), created_at };
}

async function makeKey(state: 'current' | 'next') {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig', key_ops: ['verify'] };
  return { state, kid, jwk: await exportJWK(privateKey), publicJwk };
}

async function load(services: Services, stored: StoredKey[]): Promise<LoadedKeys> {
  const signing = stored.find((key) => key.state === 'current');
  if (!signing) throw new Error('No signing key is marked as current in auth_keys');
  const jwks = stored.map((key): JWK => JSON.parse(key.public_key));
  const entries = jwks.map(async (jwk) => [jwk.kid ?? '', await importKey(jwk)] as const);
  return {
    current: { kid: signing.kid, key: await importKey(openPrivateKey(services, signing)) },
    public: new Map(await Promise.all(entries)),
    jwks,
  };
}

function openPrivateKey({ secrets, config }: Services, key: StoredKey): JWK {
  try {
    return JSON.parse(secrets.open(key.private_key, sealPurpose));
  } catch {
    throw wrongKey(config);
  }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array) throw new Error('A signing key is not an elliptic curve key');
  return key;
}
