import * as z from 'zod/mini';
import { described, id, idParams, newId, text, time } from './fields/fields.ts';
import { purposeMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import {
  accountToken,
  accountTokenInput,
  placesFit,
  power,
  powerFields,
  renewal,
  tokenName,
} from './tokens.ts';

const serviceAccount = z.extend(power, {
  id: z.string(),
  name: z.string(),
  /** Empty for none. */
  purpose: z.string(),
  /** Null when the role was deleted: its tokens are refused until it gets another one. */
  owner_role: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Whether an active user has the role. */
  has_owner: z.boolean(),
  is_active: z.boolean(),
  created_at: time,
  /** The version, for `If-Match`. */
  updated_at: time,
  /** Those that nobody ended, newest first. */
  tokens: z.array(accountToken),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;

const ownFields = {
  name: tokenName,
  purpose: described('For those who find it in a year', text(purposeMaxLength)),
  owner_role_id: described(
    'It may what this role may at that moment, of what it was given',
    z.string().check(z.trim(), z.toLowerCase(), z.regex(z.regexes.guid, 'Choose a role')),
  ),
};

/** Of the form of an edit. */
export const accountFields = z.strictObject(ownFields);

/** Of the form, and of the request. */
export const serviceAccountInput = z.strictObject({ ...ownFields, ...powerFields }).check(...placesFit);
export type ServiceAccountInput = z.infer<typeof serviceAccountInput>;

/** Those that the reader may see: an account of all locations needs access to all of them. */
export const listServiceAccounts = endpoint('GET /api/service-accounts', 'tokens.manage', {
  failure: 'Failed to fetch service accounts',
  summary: 'Accounts of programs, with their API tokens, by name',
  response: z.object({ accounts: z.array(serviceAccount) }),
});

/** A repeated request with the same `id`, user and body returns the first one. */
export const createServiceAccount = endpoint('POST /api/service-accounts', 'tokens.manage', {
  failure: 'Failed to make the service account',
  summary: 'Make an account for a program. It may no more than its maker and its owner role',
  body: z.strictObject({ id: newId, ...ownFields, ...powerFields }).check(...placesFit),
  response: serviceAccount,
});

/** Deactivating ends its tokens at once, and activating makes none work again. */
export const updateServiceAccount = endpoint('PATCH /api/service-accounts/:id', 'tokens.manage', {
  failure: 'Failed to save the service account',
  summary: 'Edit, deactivate or activate a service account. Needs all permissions of the account',
  ifMatch: true,
  params: idParams,
  body: z.partial(
    z.strictObject({ ...ownFields, is_active: described('False ends its tokens', z.boolean()) }),
  ),
  response: serviceAccount,
});

const made = z.object({ token: accountToken, secret: z.string() });

export const createAccountToken = endpoint('POST /api/service-accounts/:id/tokens', 'tokens.manage', {
  failure: 'Failed to make the API token',
  summary:
    'Make an API token of a service account. It is shown once. Needs the password, and a code where there is one, again',
  params: idParams,
  body: accountTokenInput,
  response: made,
});

const tokenParams = z.extend(idParams, { token_id: described('The id of the token', id) });

export const renewAccountToken = endpoint(
  'POST /api/service-accounts/:id/tokens/:token_id/renew',
  'tokens.manage',
  {
    failure: 'Failed to renew the API token',
    summary: 'Make a token of the same account; the former one goes on working for some days',
    params: tokenParams,
    body: renewal,
    response: made,
  },
);

export const endAccountToken = endpoint(
  'DELETE /api/service-accounts/:id/tokens/:token_id',
  'tokens.manage',
  {
    failure: 'Failed to end the API token',
    summary: 'End an API token of a service account at once; one that has ended is no error',
    params: tokenParams,
  },
);

const call = z.object({
  at: time,
  /** Such as 'GET /api/users/:id'. */
  route: z.string(),
  status: z.number(),
  ip: z.string(),
});
export type AccountCall = z.infer<typeof call>;

export const listAccountCalls = endpoint('GET /api/service-accounts/:id/calls', 'tokens.manage', {
  failure: 'Failed to fetch the calls',
  summary:
    'The last 50 calls of a service account, newest first. Those of other servers come within a minute',
  params: idParams,
  response: z.object({ calls: z.array(call) }),
});
