import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type * as client from 'openid-client';
import { answerMaxMs, boundedFetch } from './bounded-fetch.ts';
import { OpenIdError } from './explain-openid.ts';

/** Clocks may differ by this. */
export const clockToleranceSeconds = 60;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const logoutMaxAgeSeconds = 300;
const keySets = new WeakMap<client.Configuration, JWTVerifyGetKey>();

/**
 * OpenID Connect Back-Channel Logout 1.0. Times are not checked for use twice: ending sessions again does nothing.
 * @throws OpenIdError
 */
export async function checkLogoutToken(config: client.Configuration, client_id: string, token: string) {
  const {
    issuer,
    jwks_uri = '',
    id_token_signing_alg_values_supported: given = ['RS256'],
  } = config.serverMetadata();
  const keys =
    keySets.get(config) ??
    createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: answerMaxMs,
      [customFetch]: (url, options) =>
        boundedFetch(url, { body: undefined, ...options } as unknown as client.CustomFetchOptions),
    });
  keySets.set(config, keys);
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...{
        issuer,
        audience: client_id,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: logoutMaxAgeSeconds,
      },
      algorithms: given.filter((name) => /^(RS|PS|ES|Ed)/.test(name)),
      requiredClaims: ['iat', 'jti'],
    });
    const { events, nonce, sub, sid } = payload as Record<string, unknown>;
    const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
    if (!isLogout || nonce !== undefined) throw new OpenIdError('provider_proof', 'this is no logout token');
    if (typeof sub !== 'string' && typeof sid !== 'string')
      throw new OpenIdError('provider_proof', 'the logout token names nobody');
    return { iss: issuer, ...(typeof sub === 'string' && { sub }), ...(typeof sid === 'string' && { sid }) };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new OpenIdError('provider_proof', error.message);
    throw error;
  }
}
