/**
 * Why a company sign-in failed, for its user. `error_code` of `/auth/callback`; `name` is the name of the provider. The page
 * shows no other text, because anybody can write a URL.
 */
export const companySignInProblems = {
  access_denied: (name: string) => `${name} did not sign you in. Try again, or ask your administrator.`,
  provider_disabled: () => 'Company sign-in is switched off. Sign in with your password.',
  provider_away: (name: string) => `${name} does not answer. Try again in a moment.`,
  provider_answer: (name: string) => `${name} answered something that cannot be used. Try again in a moment.`,
  provider_setup: (name: string) => `Sign-in with ${name} is not set up correctly. Tell your administrator.`,
  provider_keys: (name: string) => `${name} has just changed its keys. Try again.`,
  provider_clock: (name: string) =>
    `The clocks of ${name} and of this server differ too much. Tell your administrator.`,
  provider_proof: (name: string) =>
    `The answer of ${name} could not be verified. Start again from the sign-in page.`,
  not_signed_in_again: (name: string) =>
    `${name} does not say that you signed in again just now. Sign out there and try again, or tell your administrator.`,
  identity_not_yours: (name: string) =>
    `You signed in at ${name} with an account that is not connected to yours. Try again with the one that is.`,
  flow_state_not_found: () => 'This sign-in was already used, or began in another browser. Start again.',
  flow_state_expired: () => 'This sign-in took too long. Start again.',
  bad_code_verifier: () => 'This sign-in began in another browser. Start again.',
  email_missing: (name: string) => `${name} did not send your email. Tell your administrator.`,
  email_not_verified: (name: string) =>
    `${name} does not say that your email is verified. Tell your administrator.`,
  email_not_of_company: (name: string) =>
    `Your account at ${name} has an email of another company. Ask your administrator for an invitation.`,
  account_exists: (name: string) =>
    `An account with your email exists. Sign in with your password, and connect ${name} on your profile.`,
  identity_already_exists: (name: string) => `Your account at ${name} is connected to another user here.`,
  otp_expired: () => 'The invitation has expired or was already used. Ask for a new one.',
  user_banned: () => 'This account is deactivated. Ask your administrator.',
  over_request_rate_limit: () => 'Too many attempts. Try again in a few minutes.',
  service_unavailable: () => 'The server is busy. Try again in a moment.',
  unexpected_failure: () => 'Something went wrong on the server. Try again in a moment.',
} as const satisfies Record<string, (name: string) => string>;

export type CompanySignInProblem = keyof typeof companySignInProblems;

export function isCompanySignInProblem(code: unknown): code is CompanySignInProblem {
  return typeof code === 'string' && Object.hasOwn(companySignInProblems, code);
}

/** To whoever entered the right password, or opened a link. */
export const companyRequired = (name: string) => `Sign in with ${name}: it is required here.`;
