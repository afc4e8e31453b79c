export const problemStatus = {
  malformed_request: 400,
  validation_failed: 400,
  unauthenticated: 401,
  session_ended: 401,
  account_deactivated: 401,
  /** The password was right; the code is missing. */
  second_factor_required: 401,
  forbidden: 403,
  /** A role of the user requires a second factor, and there is none yet. */
  second_factor_setup_required: 403,
  /** It was entered too long ago for this act. The code comes after the password. */
  password_needed: 403,
  code_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  email_taken: 409,
  number_taken: 409,
  last_admin: 409,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  /** A server for this computer only was called by another host name. */
  misdirected: 421,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

export const deactivatedMessage = 'This account is deactivated. Ask your administrator.';
/** In place of rows. */
export const noAccessMessage =
  'You do not have access to this yet. Ask your administrator for a role and a location.';
export const setupRequiredMessage = 'Your role requires a second factor. Set it up to continue.';
