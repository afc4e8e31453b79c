import type { ProblemCode } from '../../contract/http/errors.ts';

/** What a program that gets the code should know. */
const problems: Record<ProblemCode, string> = {
  malformed_request: 'The body cannot be read',
  validation_failed: 'Something is missing, unknown or not allowed. `issues` names each',
  unauthenticated: 'The token is missing, wrong, expired or ended',
  session_ended: 'The session has ended',
  account_deactivated: 'The user is deactivated',
  second_factor_required: 'The session lacks the code of the second factor',
  forbidden: 'The permission is missing, of the token or of its owner',
  second_factor_setup_required: 'A role requires a second factor, and the user has none',
  password_needed: 'The password must be entered again',
  code_needed: 'The code of the second factor must be entered again',
  not_found: 'It does not exist, or is outside of the scope',
  method_not_allowed: 'The path has no such method',
  conflict: 'It does not go together with what is there. `detail` says why',
  email_taken: 'Another user has the email',
  number_taken: 'Another row has the number',
  last_admin: 'No administrator would be left',
  stale: 'Somebody else changed it since. `changed` says who and when: read it again',
  too_large: 'The body is too large',
  unsupported_media_type: 'The body has another type than this call takes',
  misdirected: 'The server was called by another name than its own',
  rate_limited: 'Too many requests. Wait for the seconds of `retry-after`',
  internal: 'A mistake of the server. Its log has the `request_id`',
  unavailable:
    'The server is busy or its database away. Wait for the seconds of `retry-after`, then try again',
};

/** By the first part of a path, where that is not the feature itself. */
const features: Readonly<Record<string, string>> = {
  ...{
    'access-list.csv': 'Users',
    'company-sign-in': 'Company sign-in',
    covers: 'Users',
    invitations: 'Users',
    'view-watches': 'Views',
  },
  ...{ recent: 'Search', stream: 'Changes', unsubscribe: 'Notifications', mails: 'Settings' },
  ...{ 'notification-settings': 'Notifications', departments: 'Sales', 'fuel-grades': 'Sales' },
  ...{ products: 'Sales', 'sales-imports': 'Sales', 'register-files': 'Registers' },
  ...{ 'register-withdrawals': 'Registers', imports: 'Imports and bulk changes' },
  ...{ runs: 'Imports and bulk changes', organization: 'Settings', config: 'Settings' },
  ...{ 'openapi.json': 'Settings', tokens: 'API tokens', audit: 'Audit log', 'audit.csv': 'Audit log' },
};

function featureOf(collection: string): string {
  const [first = '', ...rest] = collection.replaceAll('-', ' ');
  return features[collection] ?? [first.toUpperCase(), ...rest].join('');
}

export const apiWords = { problems, featureOf };
