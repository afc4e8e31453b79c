import * as z from 'zod/mini';
import { tokenPermissions } from './access/permissions.ts';
import { described, id, idParams, line, time } from './fields/fields.ts';
import {
  tokenDaysDefault,
  tokenDaysMax,
  tokenNameMaxLength,
  tokenNetworksMax,
  tokenOverlapDaysMax,
  tokenPlacesMax,
} from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';

/** The data of which locations: all of its owner's, those in districts at that moment, or named ones. */
export const tokenScopes = ['all', 'districts', 'locations'] as const;

const place = z.object({ id: z.string(), name: z.string() });

/** What a token or a service account may do, and where. */
export const power = z.object({
  permissions: z.array(z.string()),
  scope: z.enum(tokenScopes),
  /** Those that the owner or reader sees. */
  locations: z.array(place),
  districts: z.array(place),
});
export type Power = z.infer<typeof power>;

/** Of a service account: it may what its account may. */
export const accountToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The last four characters, by which users tell tokens apart. */
  hint: z.string(),
  /** Empty for any. */
  allowed_networks: z.array(z.string()),
  created_at: time,
  /** It may have passed. */
  expires_at: time,
  /** Exact to the minute. */
  last_used_at: z.nullable(time),
  last_used_ip: z.nullable(z.string()),
  /** Another token replaces it, and both work until it expires. */
  is_renewed: z.boolean(),
});
export type AccountToken = z.infer<typeof accountToken>;

const apiToken = z.extend(accountToken, power.shape);
export type ApiToken = z.infer<typeof apiToken>;

// One by one: taken apart, each page would load all forms of zod.
const networks = [z.regexes.cidrv4, z.regexes.cidrv6, z.regexes.ipv4, z.regexes.ipv6];
const network = z.string().check(
  z.trim(),
  z.maxLength(50),
  z.refine((text) => networks.some((form) => form.test(text)), {
    message: 'Must be an IP address or a network such as 203.0.113.0/24',
  }),
);

const places = (text: string) =>
  described(text, z._default(z.array(id).check(z.maxLength(tokenPlacesMax)), []));

export const tokenName = described(
  'What uses it, such as HR export. The audit log names it',
  line(tokenNameMaxLength, z.minLength(1, 'Name is required')),
);

export const powerFields = {
  permissions: described(
    'What it may do, if its owner may do it at that moment',
    z.array(z.enum(tokenPermissions)).check(z.minLength(1, 'Choose at least one permission')),
  ),
  scope: described(
    "The locations whose data it sees: all of its owner's, those in `district_ids`, or `location_ids`",
    z.enum(tokenScopes, { error: 'Choose what it sees' }),
  ),
  location_ids: places('With the scope `locations`'),
  district_ids: places('With the scope `districts`: the locations that are in them at that moment'),
};

const tokenFields = {
  name: tokenName,
  allowed_networks: described(
    'Where its requests may come from, as 203.0.113.0/24; empty for anywhere',
    z._default(z.array(network).check(z.maxLength(tokenNetworksMax)), []),
  ),
  lifetime_days: described(
    'Until it expires',
    z._default(z.int().check(z.minimum(1), z.maximum(tokenDaysMax)), tokenDaysDefault),
  ),
};

type Placed = Record<'location_ids' | 'district_ids', string[]> & { scope: string };

export const placesFit = [
  z.refine<Placed>(({ scope, location_ids }) => (scope === 'locations') === location_ids.length > 0, {
    path: ['location_ids'],
    message: 'Choose at least one location, with the scope locations only',
  }),
  z.refine<Placed>(({ scope, district_ids }) => (scope === 'districts') === district_ids.length > 0, {
    path: ['district_ids'],
    message: 'Choose at least one district, with the scope districts only',
  }),
] as const;

/** Of the form, and of the request. */
export const tokenInput = z.strictObject({ ...tokenFields, ...powerFields }).check(...placesFit);
export type TokenInput = z.infer<typeof tokenInput>;

export const accountTokenInput = z.strictObject(tokenFields);
export type AccountTokenInput = z.infer<typeof accountTokenInput>;

export const renewal = z.strictObject({
  overlap_days: described(
    'How long the former one still works, unless it expires before',
    z._default(z.int().check(z.minimum(0), z.maximum(tokenOverlapDaysMax)), tokenOverlapDaysMax),
  ),
});

/** The token is in this answer only, and stored hashed. */
const madeToken = z.object({ token: apiToken, secret: z.string() });

export const listTokens = endpoint('GET /api/tokens', 'signed_in', {
  failure: 'Failed to fetch API tokens',
  summary: 'The API tokens of the signed-in user that nobody ended, newest first',
  response: z.object({ tokens: z.array(apiToken) }),
});

export const createToken = endpoint('POST /api/tokens', 'signed_in', {
  failure: 'Failed to make the API token',
  summary:
    'Make an API token for oneself. It is shown once. Needs the password, and a code where there is one, again',
  body: tokenInput,
  response: madeToken,
});

export const renewToken = endpoint('POST /api/tokens/:id/renew', 'signed_in', {
  failure: 'Failed to renew the API token',
  summary: 'Make a token with the same rules; the former one goes on working for some days',
  params: idParams,
  body: renewal,
  response: madeToken,
});

export const endToken = endpoint('DELETE /api/tokens/:id', 'signed_in', {
  failure: 'Failed to end the API token',
  summary: 'End an API token at once; one that has ended is no error',
  params: idParams,
});
