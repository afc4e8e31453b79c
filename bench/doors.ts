import { createHash } from 'node:crypto';
import { tokenPermissions } from '../contract/access/permissions.ts';
import { updateCompanySignIn } from '../contract/company-sign-in.ts';
import { startHostileProvider } from '../server/testing/providers/hostile-provider.ts';
import { makeApiToken } from '../server/testing/requests/api-token.ts';
import { createClient } from '../server/testing/requests/client.ts';
import { signIn } from '../server/testing/requests/first-account.ts';
import { prepareLoad } from './load.ts';
import { mostConnections } from './requests.ts';
import { inTurns } from './server.ts';
import type { Setup } from './setup.ts';
import { atMost, median, type Row, times } from './table.ts';

/** The server's processor time of a request with an API token, beside one with a session; then a company sign-in. */
export async function measureDoors({ startCanopy, kinds, pace }: Setup): Promise<Row[]> {
  const server = await startCanopy();
  const session = await signIn(server.url);
  const admin = createClient(server.url, session);
  // With less, its statements would differ.
  const { secret } = await makeApiToken(admin, tokenPermissions);
  const rows: Row[] = [];
  for (const kind of ['read', 'page'] as const) {
    const load = (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` };
      return prepareLoad({ server, next: kinds[kind], headers, connections: mostConnections }, pace.roundMs);
    };
    const pairs = await inTurns(pace.rounds, await load(secret), await load(session));
    const ratio = pairs.median((token, other) => token.workMs / other.workMs);
    const [ours, bare] = [pairs.ours, pairs.bare].map((all) => median(all.map(({ workMs }) => workMs)));
    rows.push(times(`token, ${kind}, processor`, ours ?? 0, bare ?? 0, { most: 1.05, ratio }));
  }
  rows.push(await measureCompanySignIn(server.url, session, pace.rounds));
  await server.stop();
  return rows;
}

/** With the provider on loopback, whose time is in it. The browser needs more. */
async function measureCompanySignIn(url: string, session: string, rounds: number): Promise<Row> {
  const provider = await startHostileProvider();
  const body = {
    ...{ label: 'Login', issuer: provider.issuer, client_id: 'canopy', client_secret: 'secret' },
    ...{ domains: ['company.example'], is_trusted_for_link: false, state: 'on' as const },
    ...{ email_verified: 'required' as const, is_second_factor_by_amr: false },
  };
  (await createClient(url, session).call(updateCompanySignIn, { body })).ok();
  const person = { sub: 'bench', email: 'bench@company.example', email_verified: true, name: 'Bench User' };
  Object.assign(provider, { person });
  const verifier = 'a verifier that only this browser has';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = `provider=custom:main&code_challenge=${challenge}&code_challenge_method=s256`;
  const go = async (path: string) =>
    (await fetch(url + path, { redirect: 'manual' })).headers.get('location');
  const tries: number[] = [];
  // The first one finds the provider, and makes the user.
  for (let round = 0; round <= rounds * 3; round++) {
    const startedAt = performance.now();
    const back = new URL(provider.comeBack((await go(`/auth/v1/authorize?${query}`)) ?? ''));
    const page = new URL((await go(`${back.pathname}${back.search}`)) ?? '');
    const exchange = { auth_code: page.searchParams.get('code'), code_verifier: verifier };
    const answer = await fetch(`${url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(exchange),
    });
    if (!answer.ok) throw new Error(`The company sign-in answered ${answer.status}`);
    if (round > 0) tries.push(performance.now() - startedAt);
  }
  await provider.close();
  return { what: 'company sign-in', ...atMost(median(tries), 'ms', 150) };
}
