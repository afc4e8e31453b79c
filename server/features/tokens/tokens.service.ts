import type { AccountToken, ApiToken, Power, TokenInput } from '../../../contract/tokens.ts';
import { type Authorized, forbidden } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type Context, type InTransaction, reader } from '../../kernel/context.ts';
import { refuseFor } from '../../kernel/rules.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { requireRecentProof } from '../auth/second-factor/recent-proof.service.ts';
import * as stored from '../auth/tokens/api-tokens.service.ts';
import { namesOfWhole } from '../districts/districts.facts.service.ts';
import { whyUnknownDistrict } from '../districts/districts.rules.ts';
import { whyUnknown } from '../locations/locations.rules.ts';
import { listLocationRefs } from '../locations/locations.service.ts';

type User = Authorized<'signed_in'>;

export async function listOwnTokens(ctx: User): Promise<{ tokens: ApiToken[] }> {
  return { tokens: await present(ctx, await stored.tokensOf(reader(ctx), own(ctx).id)) };
}

/**
 * The token is in the answer only. @throws ApiError 403 without recent proof, and for permissions that the user does not
 * have; 400 for locations or districts that are not theirs; 409 for one token too many.
 */
export function createOwnToken(ctx: User, input: TokenInput) {
  const owner = own(ctx);
  return change(ctx, { user: owner.id }, async (ctx) => {
    await requireRecentProof(ctx);
    await requireOwn(ctx, input);
    const { id, secret } = await stored.makeToken(ctx, owner.id, input);
    record(ctx, 'token.created', input.name, { permissions: [...input.permissions], scope: input.scope });
    return { token: await findOne(ctx, id), secret };
  });
}

/** @throws ApiError 403 without recent proof; 404, 409 as `stored.renewToken`. */
export function renewOwnToken(ctx: User, renewed: { id: string; overlap_days: number }) {
  const owner = own(ctx);
  return change(ctx, { user: owner.id }, async (ctx) => {
    await requireRecentProof(ctx);
    const { id, name, secret } = await stored.renewToken(ctx, owner.id, renewed);
    record(ctx, 'token.renewed', name);
    return { token: await findOne(ctx, id), secret };
  });
}

/** @throws ApiError 404 for one of somebody else. */
export function endOwnToken(ctx: User, id: string): Promise<void> {
  const owner = own(ctx);
  return change(ctx, { user: owner.id }, async (ctx) => {
    const ended = await stored.endToken(ctx, owner.id, id);
    if (ended) record(ctx, 'token.ended', ended.name);
  });
}

/** Nobody opens a door wider than themselves. */
export async function requireOwn(
  ctx: InTransaction<Authorized>,
  input: Pick<TokenInput, 'permissions' | 'location_ids' | 'district_ids'>,
): Promise<void> {
  if (input.permissions.some((permission) => !ctx.actor.permissions.has(permission))) throw forbidden(ctx);
  const { location_ids, district_ids } = input;
  const locations = new Set((await listLocationRefs(ctx, location_ids)).map(({ id }) => id));
  refuseFor(whyUnknown(location_ids, locations), 'validation_failed', { path: 'location_ids', denial: true });
  const districts = [...(await namesOfWhole(ctx, district_ids)).keys()].map((id) => ({ id, is_seen: true }));
  refuseFor(whyUnknownDistrict(district_ids, districts), 'validation_failed', {
    path: 'district_ids',
    denial: true,
  });
}

async function findOne(ctx: InTransaction<User>, id: string): Promise<ApiToken> {
  const found = (await stored.tokensOf(ctx.tx, own(ctx).id)).filter((token) => token.id === id);
  const [token] = await present(ctx, found);
  if (!token) throw new Error('The API token was not stored');
  return token;
}

async function present(ctx: User, tokens: readonly stored.StoredToken[]): Promise<ApiToken[]> {
  const powerOf = await presentPower(ctx, tokens);
  return tokens.map((token) => ({ ...presentToken(ctx, token), ...powerOf(token) }));
}

export function presentToken(ctx: Context, token: stored.StoredToken): AccountToken {
  return {
    ...{ id: token.id, name: token.name, hint: token.hint },
    allowed_networks: token.allowed_networks === '' ? [] : token.allowed_networks.split(','),
    ...{ created_at: token.created_at, expires_at: token.expires_at },
    ...{ last_used_at: stored.lastUseOf(ctx, token), last_used_ip: token.last_used_ip },
    is_renewed: token.renewed_by !== null,
  };
}

type StoredPower = Pick<stored.StoredToken, 'permissions' | 'scope' | 'location_ids' | 'district_ids'>;

/** With the names of places that the actor sees. */
export async function presentPower(
  ctx: Authorized,
  all: readonly StoredPower[],
): Promise<(one: StoredPower) => Power> {
  const locations = await listLocationRefs(
    ctx,
    all.flatMap((one) => one.location_ids),
  );
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  const districts = await namesOfWhole(
    ctx,
    all.flatMap((one) => one.district_ids),
  );
  const named = (ids: readonly string[], known: ReadonlyMap<string, string>) =>
    ids.flatMap((id) => {
      const name = known.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
  return ({ permissions, scope, location_ids, district_ids }) => ({
    ...{ permissions: permissions.split(','), scope },
    ...{ locations: named(location_ids, names), districts: named(district_ids, districts) },
  });
}

function record(
  ctx: InTransaction<User>,
  action: 'token.created' | 'token.renewed' | 'token.ended',
  token: string,
  details: Record<string, unknown> = {},
): void {
  audit(ctx, { action, subject: own(ctx), details: { token, ...details }, at_locations_of_subject: true });
}

function own(ctx: Context) {
  if (!ctx.actor.user_id) throw new ApiError('unauthenticated', 'No user logged in');
  return { type: 'user', id: ctx.actor.user_id, name: ctx.actor.name } as const;
}
