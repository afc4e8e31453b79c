import * as z from 'zod/mini';
import { described, line, time } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';

export const companyStates = ['off', 'on', 'required'] as const;
const domain = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(253))
  .check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Must be a domain such as example.com'));
const issuerMessage = 'Must be an https URL, without /.well-known at its end';
const issuer = line(500).check(
  z.refine(
    (text) => URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol),
    issuerMessage,
  ),
  z.refine((text) => !/[?#]|\/\.well-known\//.test(text), issuerMessage),
);

const values = {
  label: described('After "Continue with"', line(40, z.minLength(1, 'Name is required'))),
  issuer: described('As the provider writes it', issuer),
  client_id: described('As the provider calls this app', line(255, z.minLength(1, 'Client ID is required'))),
  domains: described('For whose emails the provider speaks', z.array(domain).check(z.maxLength(50))),
  is_trusted_for_link: described(
    'An email of these domains connects an account that exists, unless its user may give themselves every permission',
    z.boolean(),
  ),
  email_verified: described('not_sent: the provider does not say it', z.enum(['required', 'not_sent'])),
  is_second_factor_by_amr: described('`mfa` in `amr` counts as the second factor', z.boolean()),
  state: described('required: no password without the permission sso.bypass', z.enum(companyStates)),
};

export const companySignInInput = z.strictObject({
  ...values,
  client_secret: described(
    'Never answered. Left out, the stored one stays; null removes it',
    z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(1000)))),
  ),
});
export type CompanySignInInput = z.infer<typeof companySignInInput>;

const companySignIn = z.object({
  /** Null before it is set up. */
  provider: z.nullable(z.object({ ...values, has_secret: z.boolean(), updated_at: time })),
  /** To enter at the provider. */
  redirect_uri: z.string(),
  backchannel_logout_uri: z.string(),
  post_logout_redirect_uri: z.string(),
  connected_users: z.int(),
  /** Who could sign in without the provider: active, with a password, a second factor and sso.bypass. */
  bypassing_users: z.int(),
});
export type CompanySignIn = z.infer<typeof companySignIn>;

export const getCompanySignIn = endpoint('GET /api/company-sign-in', 'sso.manage', {
  failure: 'Failed to load company sign-in',
  summary: 'The OpenID provider of the company, without its secret, and the URLs to enter there',
  response: companySignIn,
});

export const updateCompanySignIn = endpoint('PUT /api/company-sign-in', 'sso.manage', {
  failure: 'Failed to save company sign-in',
  ifMatch: true,
  summary:
    'Set up the OpenID provider of the company. `required` needs a sign-in through it in the last hour, and somebody who may bypass it',
  body: companySignInInput,
  response: companySignIn,
});

const step = z.object({ name: z.string(), is_ok: z.boolean(), detail: z.string() });
export type CompanySignInStep = z.infer<typeof step>;

export const testCompanySignIn = endpoint('POST /api/company-sign-in/test', 'sso.manage', {
  failure: 'Failed to test company sign-in',
  summary:
    'Ask the provider what it publishes, and get the URL of a sign-in that changes nothing; null when a step failed',
  response: z.object({ steps: z.array(step), url: z.nullable(z.string()) }),
});

export const getCompanySignInTest = endpoint('GET /api/company-sign-in/test/:code', 'sso.manage', {
  failure: 'Failed to load the test',
  summary: 'What the provider sent in a test, and what a sign-in would do; once, by who began the test',
  params: z.object({
    code: described('Of the page that the test came back to', z.string().check(z.maxLength(100))),
  }),
  response: z.object({ steps: z.array(step), claims: z.record(z.string(), z.unknown()) }),
});

export const getProviderSignOut = endpoint('GET /api/company-sign-in/sign-out', 'signed_in', {
  failure: 'Failed to find the sign-out of the provider',
  summary:
    'Where to sign out of the provider after signing out here; null for a session that it did not begin',
  response: z.object({ url: z.nullable(z.string()) }),
});
