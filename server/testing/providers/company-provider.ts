import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** What the provider says about one of its users. */
export interface Person {
  sub: string;
  email?: string | undefined;
  email_verified?: boolean;
  name?: string;
  amr?: string[];
}

export interface CompanyProvider {
  issuer: string;
  client_id: string;
  client_secret: string;
  /** Who sits at the browser; the provider asks nobody for a password. */
  person: Person;
  /** As it tells us that a user signed out there. Claims that are undefined are left out. */
  sendLogout(claims: Record<string, unknown>): Promise<Response>;
  close(): Promise<void>;
}

const client_id = 'canopy';
const client_secret = 'a secret of 32 characters or more';

/** The certified `oidc-provider` on loopback. `publicUrl` is that of the server, `serverUrl` where it listens. */
export async function startCompanyProvider(publicUrl: string, serverUrl: string): Promise<CompanyProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  const company: CompanyProvider = {
    ...{ issuer, client_id, client_secret, person: { sub: 'nobody' } },
    sendLogout: async (claims) => {
      const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const payload = { iss: issuer, aud: client_id, jti: crypto.randomUUID(), events: event, ...claims };
      const token = await new SignJWT({ iat: Math.floor(Date.now() / 1000), ...payload })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'logout+jwt' })
        .sign(privateKey);
      const body = new URLSearchParams({ logout_token: token });
      return fetch(`${serverUrl}/auth/v1/backchannel-logout`, { method: 'POST', body });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id, client_secret, redirect_uris: [`${publicUrl}/auth/v1/callback`] },
        post_logout_redirect_uris: [`${publicUrl}/login`],
        backchannel_logout_uri: `${serverUrl}/auth/v1/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Entra, Google and Keycloak do: the claims of the scopes are in the ID token.
    conformIdTokenClaims: false,
    jwks: { keys: [key] },
    cookies: { keys: ['of a test'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    fetch: (url: string, options: RequestInit) => fetch(url, options),
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: () => people.get(sub) ?? { sub },
    }),
    interactions: { url: () => '/interaction' },
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    rotateRefreshToken: false,
    ttl: {
      Session: 3600,
      Grant: 3600,
      Interaction: 600,
      IdToken: 600,
      AccessToken: 600,
      AuthorizationCode: 60,
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction')) return void answer(request, response);
    const { person } = company;
    people.set(person.sub, person);
    const login = { accountId: person.sub, ...(person.amr && { amr: person.amr }) };
    void provider.interactionFinished(request, response, { login });
  });
  return company;
}

/** A browser that goes where it is sent, with the cookies of each host. */
export function createTraveler(publicUrl: string, serverUrl: string) {
  const cookies = new Map<string, Map<string, string>>();
  return {
    /** Returns the first page of ours, which is not part of the API. */
    async travel(start: string): Promise<URL> {
      let url = new URL(start);
      for (let hops = 0; hops < 15; hops += 1) {
        const isOurs = url.origin === publicUrl;
        if (isOurs && !url.pathname.startsWith('/auth/v1/')) return url;
        const jar = cookies.get(url.origin) ?? new Map<string, string>();
        cookies.set(url.origin, jar);
        const address = isOurs ? `${serverUrl}${url.pathname}${url.search}` : url.href;
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          jar.set(name, value);
        }
        const next = response.headers.get('location');
        if (!next) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
        url = new URL(next, url);
      }
      throw new Error(`${start} leads nowhere`);
    },
  };
}
