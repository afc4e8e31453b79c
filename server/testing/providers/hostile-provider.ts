import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

interface Asked {
  nonce: string;
  state: string;
  redirect_uri: string;
}

/** What a provider answers instead of what it should. */
export interface Misdeeds {
  /** Members of the discovery document. */
  metadata?: Record<string, unknown>;
  /** In place of the discovery document, the keys or the tokens. */
  discovery?: (response: ServerResponse) => void;
  keys?: (response: ServerResponse) => void;
  token?: (response: ServerResponse) => void;
  /** Claims of the ID token; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** Of the ID token. */
  header?: Record<string, unknown>;
  /** Changes the signed ID token. */
  tamper?: (token: string) => string;
  /** Signs with a key that nobody knows, under the known name. */
  isOtherKey?: boolean;
  userinfo?: Record<string, unknown>;
  /** Parameters with which the browser comes back; undefined leaves one out. */
  answer?: (asked: Asked) => Record<string, string | undefined>;
}

export interface HostileProvider {
  issuer: string;
  misdeeds: Misdeeds;
  person: JWTPayload;
  /** Makes new keys; the old ones are gone. */
  changeKeys(): Promise<void>;
  /** As the browser: answers the URL to which we sent it. */
  comeBack(authorizationUrl: string): string;
  close(): Promise<void>;
}

/** Answers right unless it is told otherwise. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [other, nonces] = [await generateKeyPair('RS256'), new Map<string, string>()];
  let [keys, kid, kids] = [await generateKeyPair('RS256'), 'key-0', 0];
  const hostile: HostileProvider = {
    ...{ issuer, misdeeds: {}, person: { sub: 'person' } },
    async changeKeys() {
      kids += 1;
      [keys, kid] = [await generateKeyPair('RS256'), `key-${kids}`];
    },
    comeBack(authorizationUrl) {
      const asked = Object.fromEntries(new URL(authorizationUrl).searchParams) as unknown as Asked;
      const code = crypto.randomUUID();
      nonces.set(code, asked.nonce);
      const answer = { code, state: asked.state, iss: issuer, ...hostile.misdeeds.answer?.(asked) };
      const url = new URL(asked.redirect_uri);
      for (const [name, value] of Object.entries(answer))
        if (value !== undefined) url.searchParams.set(name, value);
      return url.href;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function idToken(nonce: string): Promise<string> {
    const { claims, header, isOtherKey, tamper } = hostile.misdeeds;
    const now = Math.floor(Date.now() / 1000);
    const said = {
      iss: issuer,
      aud: 'canopy',
      iat: now,
      exp: now + 300,
      nonce,
      ...hostile.person,
      ...claims,
    };
    const token = await new SignJWT(JSON.parse(JSON.stringify(said)))
      .setProtectedHeader({ alg: 'RS256', kid, ...header })
      .sign(isOtherKey ? other.privateKey : keys.privateKey);
    return tamper ? tamper(token) : token;
  }

  server.on('request', async (request, response) => {
    const { misdeeds } = hostile;
    const url = new URL(request.url ?? '/', issuer);
    let body = '';
    for await (const part of request) body += part;
    const json = (value: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (url.pathname === '/.well-known/openid-configuration') {
      if (misdeeds.discovery) return misdeeds.discovery(response);
      return json({
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/userinfo` },
        ...{ response_types_supported: ['code'], id_token_signing_alg_values_supported: ['RS256'] },
        ...{ authorization_response_iss_parameter_supported: true, subject_types_supported: ['public'] },
        ...misdeeds.metadata,
      });
    }
    if (url.pathname === '/keys') {
      if (misdeeds.keys) return misdeeds.keys(response);
      return json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid, alg: 'RS256', use: 'sig' }] });
    }
    if (url.pathname === '/token') {
      if (misdeeds.token) return misdeeds.token(response);
      const code = new URLSearchParams(body).get('code') ?? '';
      const nonce = nonces.get(code);
      nonces.delete(code);
      if (nonce === undefined)
        return void response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":"invalid_grant"}');
      return json({ access_token: 'access', token_type: 'Bearer', id_token: await idToken(nonce) });
    }
    return json({ sub: hostile.person.sub, ...misdeeds.userinfo });
  });
  return hostile;
}

/** The answers that need no provider of their own. */
export const broken = {
  error: (response: ServerResponse) => void response.writeHead(500).end('Oops'),
  garbage: (response: ServerResponse) => void response.setHeader('content-type', 'text/html').end('<html>'),
  halfJson: (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end('{"iss'),
  elsewhere: (response: ServerResponse) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  huge(response: ServerResponse) {
    response.setHeader('content-type', 'application/json');
    response.end(`{"x":"${'x'.repeat(1_000_000)}"}`);
  },
  /** Accepts the connection and says nothing. */
  silent: () => undefined,
};

interface Connecting {
  provider: HostileProvider;
  /** Of the server. */
  url: string;
  /** Of a session that began just now. */
  token: string;
  fetch?: typeof fetch;
}

/** Connects an account of the provider to the user of this session. Returns the id of the connection. */
export async function connectThrough({
  provider,
  url,
  token,
  fetch: ask = fetch,
}: Connecting): Promise<string> {
  const verifier = 'a verifier that only this browser has';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const query = `provider=custom:main&code_challenge=${challenge}&code_challenge_method=s256`;
  const begun = await ask(`${url}/auth/v1/user/identities/authorize?${query}`, { headers });
  const { pathname, search } = new URL(provider.comeBack(((await begun.json()) as { url: string }).url));
  const back = await ask(`${url}${pathname}${search}`, { redirect: 'manual' });
  const auth_code = new URL(back.headers.get('location') ?? '').searchParams.get('code');
  const body = JSON.stringify({ auth_code, code_verifier: verifier });
  const done = await ask(`${url}/auth/v1/token?grant_type=pkce`, { method: 'POST', headers, body });
  const { user } = (await done.json()) as { user: { identities: { identity_id: string }[] } };
  return user.identities.at(-1)?.identity_id ?? '';
}
