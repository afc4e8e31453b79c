import { describe, expect, test } from 'vitest';
import { type Claims, provenEmail, provesSecondFactor } from './company-account.rules.ts';

const settings = { domains: ['company.example'], email_verified: 'required' as const };

/** ID tokens as the public papers of each provider show them, shortened. */
const google: Claims = {
  ...{ iss: 'https://accounts.google.com', sub: '110169484474386276334', azp: 'canopy', aud: 'canopy' },
  ...{ email: 'grace@company.example', email_verified: true, name: 'Grace Hopper' },
};
const entra: Claims = {
  ...{ iss: 'https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0', ver: '2.0' },
  ...{ sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ', tid: '9122040d-6c67-4c5b-b112-36a304b66dad' },
  ...{ preferred_username: 'grace@company.example', name: 'Grace Hopper' },
};
const authentik: Claims = {
  ...{
    iss: 'https://id.company.example/application/o/canopy/',
    sub: 'a3f1',
    acr: 'goauthentik.io/providers/oauth2/default',
  },
  ...{ email: 'grace@company.example', email_verified: false, amr: ['pwd'] },
};
const keycloak: Claims = {
  ...{
    iss: 'https://id.company.example/realms/staff',
    sub: '5f0c7b52-6a07-4d0e-8a6f-6f3f3c1f2b10',
    acr: '1',
  },
  ...{ sid: 'f4e1', email: 'Grace@Company.example', email_verified: true, auth_time: 1_795_000_000 },
};
const okta: Claims = {
  ...{ iss: 'https://company.okta.com', sub: '00u1a2b3', amr: ['mfa', 'otp', 'pwd'], idp: '00o1' },
  ...{ email: 'grace@company.example', email_verified: true },
};

describe('the email of', () => {
  const grace = { email: 'grace@company.example' };

  test('Google is proven by hd, and by a personal account with the same email it is not', () => {
    expect(provenEmail(settings, { ...google, hd: 'company.example' })).toEqual(grace);
    expect(provenEmail(settings, google)).toEqual({ problem: 'email_not_of_company' });
    expect(provenEmail(settings, { ...google, hd: 'other.example' })).toEqual({
      problem: 'email_not_of_company',
    });
  });

  test('Entra is missing until it is configured, whatever preferred_username says', () => {
    expect(provenEmail(settings, entra)).toEqual({ problem: 'email_missing' });
    const configured = { ...entra, email: 'grace@company.example' };
    expect(provenEmail(settings, configured)).toEqual({ problem: 'email_not_verified' });
    expect(provenEmail({ ...settings, email_verified: 'not_sent' }, configured)).toEqual(grace);
  });

  test('authentik is never verified, which the operator may allow', () => {
    expect(provenEmail(settings, authentik)).toEqual({ problem: 'email_not_verified' });
    expect(provenEmail({ ...settings, email_verified: 'not_sent' }, authentik)).toEqual(grace);
  });

  test('Keycloak and Okta is proven, in any case', () => {
    expect(provenEmail(settings, keycloak)).toEqual(grace);
    expect(provenEmail(settings, okta)).toEqual(grace);
  });
});

test('a second factor of Okta counts only where the operator says so', () => {
  expect(provesSecondFactor({ is_second_factor_by_amr: true }, okta)).toBe(true);
  expect(provesSecondFactor({ is_second_factor_by_amr: false }, okta)).toBe(false);
  expect(provesSecondFactor({ is_second_factor_by_amr: true }, authentik)).toBe(false);
  expect(provesSecondFactor({ is_second_factor_by_amr: true }, { ...okta, amr: 'mfa' })).toBe(false);
});
