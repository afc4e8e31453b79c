import { AuthClient, type GoTrueClient, type Session } from '@supabase/auth-js';
import * as contract from '../../../contract/company-sign-in.ts';
import { type CompanyProvider, createTraveler, startCompanyProvider } from '../providers/company-provider.ts';
import { type AuthWorld, ada, present, startAuthWorld } from './auth-world.ts';

export const provider = 'custom:main' as const;

export interface CompanyWorld extends AuthWorld {
  company: CompanyProvider;
  /** The unmodified client with `flowType: 'pkce'`. */
  pkceBrowser(): GoTrueClient;
  /** Saves the settings as Ada; what is not given stays. */
  setUp(changes?: Partial<contract.CompanySignInInput>, by?: Session): Promise<contract.CompanySignIn>;
  /** A person of the company whom nobody knows yet is at the provider. */
  arrives(given?: Partial<CompanyProvider['person']>): { sub: string; email: string };
  /** Signs in through the provider as its `person`. */
  signInThrough(browser?: GoTrueClient): Promise<Awaited<ReturnType<GoTrueClient['exchangeCodeForSession']>>>;
  /** Follows the URL through the provider, and returns the page of ours. */
  travel(url: string): Promise<URL>;
}

/** A server with company sign-in through `oidc-provider`, for emails of company.example. */
export async function startCompanyWorld(
  options: Parameters<typeof startAuthWorld>[0] = {},
): Promise<CompanyWorld> {
  const world = await startAuthWorld(options);
  const { public_url } = world.app.config;
  const company = await startCompanyProvider(public_url, world.url);
  let saved: contract.CompanySignInInput = {
    ...{
      label: 'Entra',
      issuer: company.issuer,
      client_id: company.client_id,
      client_secret: company.client_secret,
    },
    ...{ domains: ['company.example'], is_trusted_for_link: true, email_verified: 'required' },
    ...{ is_second_factor_by_amr: false, state: 'on' },
  };
  let people = 0;
  const companyWorld: CompanyWorld = {
    ...world,
    company,
    arrives(given = {}) {
      const sub = `person-${people++}`;
      const person = { sub, email: `${sub}@company.example`, email_verified: true, ...given };
      company.person = person;
      return person as { sub: string; email: string };
    },
    pkceBrowser() {
      const items = new Map<string, string>();
      return new AuthClient({
        ...{ url: `${world.url}/auth/v1`, storageKey: crypto.randomUUID(), flowType: 'pkce' },
        ...{ autoRefreshToken: false, persistSession: true, detectSessionInUrl: false },
        storage: {
          getItem: (key) => items.get(key) ?? null,
          setItem: (key, value) => void items.set(key, value),
          removeItem: (key) => void items.delete(key),
        },
      });
    },
    async setUp(changes = {}, by) {
      saved = { ...saved, ...changes };
      const session = by ?? (await world.signIn(ada)).session;
      return (await world.api(session).call(contract.updateCompanySignIn, { body: saved })).ok();
    },
    travel: (url) => createTraveler(public_url, world.url).travel(url),
    async signInThrough(browser = companyWorld.pkceBrowser()) {
      const { data } = await browser.signInWithOAuth({ provider, options: { skipBrowserRedirect: true } });
      const page = await companyWorld.travel(present(data.url).replace(world.url, public_url));
      const code = page.searchParams.get('code');
      if (!code) throw new Error(page.searchParams.get('error_code') ?? page.href);
      return browser.exchangeCodeForSession(code);
    },
    async close() {
      await company.close();
      await world.close();
    },
  };
  return companyWorld;
}
