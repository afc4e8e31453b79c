import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import { answerMaxMs, boundedFetch, isSafeUrl } from './bounded-fetch.ts';
import { checkLogoutToken, clockToleranceSeconds } from './check-logout-token.ts';
import { explainOpenId, OpenIdError } from './explain-openid.ts';

export interface OpenIdClient {
  /** As the provider writes it: without `/.well-known/…`. */
  issuer: string;
  client_id: string;
  client_secret: string | null;
}

/** What the URL to the provider is made of, and its answer is checked with. */
export interface Exchange {
  redirect_uri: string;
  state: string;
  nonce: string;
  verifier: string;
  /** In seconds: the provider asks the user again, and says when they signed in, which was no longer ago. */
  max_age: number | null;
}

export interface ProviderAnswer {
  /** Of the ID token, completed by those of the userinfo endpoint. */
  claims: Record<string, unknown> & { iss: string; sub: string };
  id_token: string;
}

const storedMs = 3_600_000;

/** Providers of OpenID Connect. What they publish is stored for an hour. All functions throw `OpenIdError`. */
export type OpenId = ReturnType<typeof createOpenId>;

export function createOpenId() {
  const stored = new LRUCache<string, Promise<client.Configuration>>({ max: 20, ttl: storedMs });

  const keyOf = (given: OpenIdClient) =>
    createHash('sha256')
      .update(JSON.stringify([given.issuer, given.client_id, given.client_secret]))
      .digest('hex');

  function connect(given: OpenIdClient): Promise<client.Configuration> {
    const key = keyOf(given);
    const known = stored.get(key);
    if (known) return known;
    // Requests at the same time share one discovery, also one that fails.
    const found = discover(given);
    stored.set(key, found);
    found.catch(() => stored.delete(key));
    return found;
  }

  async function ask<T>(
    given: OpenIdClient,
    work: (config: client.Configuration) => T | Promise<T>,
  ): Promise<T> {
    try {
      return await work(await connect(given));
    } catch (thrown) {
      const error = explainOpenId(thrown);
      // The next attempt reads the keys, and all else that changed with them.
      if (error instanceof OpenIdError && error.problem === 'provider_keys') stored.delete(keyOf(given));
      throw error;
    }
  }

  return {
    /** Reads again what the provider publishes about itself. */
    describe(given: OpenIdClient): Promise<client.ServerMetadata> {
      stored.delete(keyOf(given));
      return ask(given, (config) => ({ ...config.serverMetadata() }));
    },

    authorizationUrl(
      given: OpenIdClient,
      { redirect_uri, state, nonce, verifier, max_age }: Exchange,
    ): Promise<URL> {
      return ask(given, async (config) =>
        client.buildAuthorizationUrl(config, {
          ...{ redirect_uri, state, nonce, scope: 'openid email profile' },
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(max_age !== null && { max_age: String(max_age), prompt: 'login' }),
        }),
      );
    },

    /** `answer` is the query with which the browser came back. */
    finish(given: OpenIdClient, exchange: Exchange, answer: URLSearchParams): Promise<ProviderAnswer> {
      return ask(given, (config) => exchangeAt(config, exchange, answer));
    },

    /** Null when the provider has no sign-out, or has not been asked for long and does not answer at once. */
    async signOutUrl(
      given: OpenIdClient,
      parameters: { id_token_hint?: string; post_logout_redirect_uri: string },
      withinMs: number,
    ): Promise<string | null> {
      const late = new Promise<null>((resolve) => setTimeout(resolve, withinMs, null).unref());
      const config = await Promise.race([connect(given).catch(() => null), late]);
      if (!config?.serverMetadata().end_session_endpoint) return null;
      return client.buildEndSessionUrl(config, parameters).href;
    },

    /** OpenID Connect Back-Channel Logout 1.0. @throws OpenIdError for a token that is not genuine or not new. */
    checkLogoutToken(
      given: OpenIdClient,
      token: string,
    ): Promise<{ iss: string; sub?: string; sid?: string }> {
      return ask(given, (config) => checkLogoutToken(config, given.client_id, token));
    },
  };
}

async function exchangeAt(
  config: client.Configuration,
  { redirect_uri, state, nonce, verifier, max_age }: Exchange,
  answer: URLSearchParams,
): Promise<ProviderAnswer> {
  const url = new URL(redirect_uri);
  url.search = answer.toString();
  const tokens = await client.authorizationCodeGrant(config, url, {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    ...(max_age !== null && { maxAge: max_age }),
  });
  const claims = tokens.claims();
  if (!claims || !tokens.id_token) throw new OpenIdError('provider_proof', 'there is no ID token');
  // Okta puts the email there, unless it is asked otherwise.
  const more =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
  return { claims: { ...more, ...claims }, id_token: tokens.id_token };
}

async function discover({ issuer, client_id, client_secret }: OpenIdClient): Promise<client.Configuration> {
  const url = new URL(issuer);
  if (!isSafeUrl(url)) throw new OpenIdError('provider_setup', 'the issuer is not https');
  const metadata = { [client.clockTolerance]: clockToleranceSeconds };
  const config = await client.discovery(url, client_id, metadata, proofOf(client_secret), {
    [client.customFetch]: boundedFetch,
    timeout: answerMaxMs / 1000,
    // The signature is checked although the answer came over TLS, so that a swapped key is noticed.
    execute: [
      client.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
  // Of all tenants at once: whoever makes a tenant could sign in.
  if (config.serverMetadata().issuer.includes('{')) {
    throw new OpenIdError('provider_setup', 'this issuer is of many tenants; use the one of your tenant');
  }
  return config;
}

/** As the provider wants it. Without its word the secret is in the header. */
function proofOf(secret: string | null): client.ClientAuth {
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const inBody = methods.includes('client_secret_post');
    const proof = !secret
      ? client.None()
      : inBody
        ? client.ClientSecretPost(secret)
        : client.ClientSecretBasic(secret);
    return proof(server, ...rest);
  };
}
