import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import {
  type App,
  type Claims,
  type Context,
  type InTransaction,
  now,
  type SigningKeys,
} from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { isAhead } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { wrongKey } from '../../../platform/secrets.ts';
import * as repository from './keys.repository.ts';

const algorithm = 'ES256';
const audience = 'authenticated';
const sealPurpose = 'signing-key';
const cachedTokens = 4000;
/** So that tokens with invented ids do not cause a read each. */
const reloadPauseMs = 10_000;
/** For this long after a rotation, an instance may still sign and accept with the old keys. */
const freshForMs = 60_000;

type Services = Pick<App, 'config' | 'database' | 'secrets' | 'now'>;

interface LoadedKeys {
  current: { kid: string; key: CryptoKey };
  public: Map<string, CryptoKey>;
  jwks: JWK[];
}

/** Whether a server has run on this database: its signing keys are the first thing that it encrypts. */
export async function hasSigningKeys(db: Queryable): Promise<boolean> {
  return (await repository.listKeys(db)).length > 0;
}

/**
 * The first start creates the keys. All instances share them through the database, encrypted.
 * @throws ConfigError when they were encrypted with another SECRET_KEY.
 */
export async function openSigningKeys(services: Services): Promise<SigningKeys> {
  const { config, database, now } = services;
  const issuer = `${config.public_url}/auth/v1`;
  let loaded = await load(services, await readOrMakeKeys(services));
  let loadedAt = now().getTime();
  let loading: Promise<void> | undefined;
  const verified = new LRUCache<string, Claims>({ max: cachedTokens });

  async function reload() {
    const at = now().getTime();
    loaded = await load(services, await repository.listKeys(database.read));
    loadedAt = at;
  }

  /** A negative age counts too: the clock may have been ahead when the keys were loaded. */
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

  async function check(token: string): Promise<Claims | null> {
    try {
      // The key is found by id among our own; keys and URLs in the token's header are ignored.
      const { payload, protectedHeader } = await jwtVerify(token, (header) => findKey(header.kid), {
        algorithms: [algorithm],
        issuer,
        audience,
        requiredClaims: ['iat', 'exp', 'sub', 'session_id'],
        currentDate: now(),
      });
      const { session_id, sub: user_id = '', iat = 0, exp: expires_at = 0, aal } = payload;
      if (!isOurLifetime(services, iat, expires_at) || typeof session_id !== 'string') return null;
      return { session_id, user_id, expires_at, isAal2: aal === 'aal2', kid: protectedHeader.kid ?? '' };
    } catch (error) {
      if (isTokenError(error)) return null;
      throw error;
    }
  }

  return {
    publicKeys: () => loaded.jwks,
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
      const known = verified.get(token);
      const isValid = known && known.expires_at * 1000 > now().getTime();
      if (isValid && (await keysOfLast(freshForMs)).public.has(known.kid)) return known;
      const claims = await check(token);
      if (claims) verified.set(token, claims);
      return claims;
    },
  };
}

/** Somebody with a stolen key could make a token that lasts for years. */
function isOurLifetime({ config, now }: Services, iat: number, exp: number): boolean {
  return exp - iat <= config.access_token_seconds && !isAhead(iat * 1000, now().getTime());
}

/** Whether the error is about the token. A database failure while keys are read is not. */
function isTokenError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && String(error.code).startsWith('ERR_J')) || /key id$/.test(error.message);
}

/**
 * The next key becomes the current one, the current one only verifies. Nobody is signed out; running servers follow
 * within a minute. @throws ApiError 409 while tokens of the key to delete may still be valid.
 */
export async function rotateSigningKeys(context: Context): Promise<void> {
  const { secrets } = context.app;
  const newKey = await generateKey('next');
  await change(context, {}, async (ctx) => {
    const { tx } = ctx;
    await repository.lockKeys(tx);
    const stored = await repository.listKeys(tx);
    const livesUntil = previousKeyExpiresAt(ctx, stored);
    if (livesUntil && livesUntil > now(ctx)) {
      throw new ApiError(
        'conflict',
        `The keys were changed a short while ago. Change them again after ${livesUntil}.`,
      );
    }
    await repository.advanceKeys(tx);
    await repository.insertKey(tx, toStored(newKey, secrets, now(ctx)));
    audit(ctx, {
      action: 'settings.keys_rotated',
      subject: { type: 'settings', id: null, name: 'Signing keys' },
    });
  });
}

/** Waits until no token that it signed can be valid. */
export async function dropPreviousKey(ctx: InTransaction<Pick<Context, 'app'>>): Promise<void> {
  const { tx } = ctx;
  await repository.lockKeys(tx);
  const livesUntil = previousKeyExpiresAt(ctx, await repository.listKeys(tx));
  if (livesUntil && livesUntil <= now(ctx)) await repository.deletePreviousKeys(tx);
}

/** Null without a previous key. The next key is as old as the rotation. */
function previousKeyExpiresAt({ app }: Pick<Context, 'app'>, stored: repository.StoredKey[]): string | null {
  if (!stored.some((key) => key.state === 'previous')) return null;
  const rotatedAt = Date.parse(stored.find((key) => key.state === 'next')?.created_at ?? '');
  return new Date(rotatedAt + app.config.access_token_seconds * 1000 + 2 * freshForMs).toISOString();
}

async function readOrMakeKeys({ database, secrets, now }: Services): Promise<repository.StoredKey[]> {
  const stored = await repository.listKeys(database.read);
  if (stored.length > 0) return stored;
  const newKeys = await Promise.all([generateKey('current'), generateKey('next')]);
  return database.write(async (tx) => {
    await repository.lockKeys(tx);
    const others = await repository.listKeys(tx);
    if (others.length > 0) return others;
    const keys = newKeys.map((key) => toStored(key, secrets, now().toISOString()));
    for (const key of keys) await repository.insertKey(tx, key);
    return keys;
  });
}

type GeneratedKey = Awaited<ReturnType<typeof generateKey>>;

function toStored(
  { state, kid, jwk, publicJwk }: GeneratedKey,
  secrets: Services['secrets'],
  created_at: string,
): repository.StoredKey {
  const private_key = secrets.seal(JSON.stringify(jwk), sealPurpose);
  return { kid, state, private_key, public_key: JSON.stringify(publicJwk), created_at };
}

async function generateKey(state: 'current' | 'next') {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig', key_ops: ['verify'] };
  return { state, kid, jwk: await exportJWK(privateKey), publicJwk };
}

async function load(services: Services, stored: repository.StoredKey[]): Promise<LoadedKeys> {
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

function openPrivateKey({ secrets, config }: Services, key: repository.StoredKey): JWK {
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
