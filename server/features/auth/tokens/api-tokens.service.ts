import { randomUUID } from 'node:crypto';
import { tokensMaxCount } from '../../../../contract/fields/limits.ts';
import type { TokenInput } from '../../../../contract/tokens.ts';
import { type App, type Context, type InTransaction, now } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { type Places, withPlaces } from './places.repository.ts';
import { newTokenText, storedToken } from './token-text.pure.ts';
import * as repository from './tokens.repository.ts';

export type StoredToken = repository.TokenRow & Places;

const dayMs = 86_400_000;
/** An ended token stays for so long, so that its holder reads that it ended. */
const storedDays = 90;

/** Those that nobody ended, the newest first. */
export async function tokensOf(db: Queryable, ...owner_ids: string[]): Promise<StoredToken[]> {
  return withPlaces(db, 'token', await repository.listTokens(db, owner_ids));
}

/** The caller has locked the owner, and checked the input. @throws ApiError 409 for one token too many. */
export function makeToken(
  ctx: InTransaction,
  owner_id: string,
  { lifetime_days, ...input }: TokenInput,
): Promise<{ id: string; secret: string }> {
  const permissions = input.permissions.join(',');
  const allowed_networks = input.allowed_networks.join(',');
  return insert(ctx, { ...input, owner_id, permissions, allowed_networks }, lifetime_days * dayMs);
}

/**
 * The former one expires after the overlap, at the latest. The caller has locked the owner. @throws ApiError 404 for
 * one of somebody else; 409 for one that was renewed or is over, and for one token too many.
 */
export async function renewToken(
  ctx: InTransaction,
  owner_id: string,
  { id, overlap_days }: { id: string; overlap_days: number },
): Promise<{ id: string; name: string; secret: string }> {
  const { tx } = ctx;
  const former = (await repository.lockToken(tx, owner_id, id)) ?? notFound();
  if (former.renewed_by !== null) throw new ApiError('conflict', 'This API token was renewed already.');
  if (former.ended_at !== null || former.expires_at <= now(ctx))
    throw new ApiError('conflict', 'This API token has expired or was ended. Make a new one.');
  const lifetimeMs = Date.parse(former.expires_at) - Date.parse(former.created_at);
  const placed = (await withPlaces(tx, 'token', [former]))[0] ?? notFound();
  const made = await insert(ctx, placed, lifetimeMs);
  const last = new Date(ctx.app.now().getTime() + overlap_days * dayMs).toISOString();
  const expires_at = last < former.expires_at ? last : former.expires_at;
  await repository.updateToken(tx, id, { renewed_by: made.id, expires_at });
  return { ...made, name: former.name };
}

type NewToken = Pick<
  StoredToken,
  'owner_id' | 'name' | 'permissions' | 'scope' | 'allowed_networks' | 'location_ids' | 'district_ids'
>;

async function insert(ctx: InTransaction, token: NewToken, lifetimeMs: number) {
  const { owner_id, name, permissions, scope, allowed_networks } = token;
  const { tx, actor } = ctx;
  const at = now(ctx);
  const working = (await repository.listTokens(tx, [owner_id])).filter(
    ({ expires_at, renewed_by }) => expires_at > at && renewed_by === null,
  );
  if (working.length >= tokensMaxCount)
    throw new ApiError('conflict', `There are ${tokensMaxCount} API tokens already. End one of them first.`);
  const id = randomUUID();
  const secret = newTokenText();
  await repository.insertToken(
    tx,
    {
      ...{ id, owner_id, name, permissions, scope, allowed_networks, ...storedToken(secret) },
      ...{ created_at: at, created_by: actor.user_id, created_by_name: actor.name },
      expires_at: new Date(Date.parse(at) + lifetimeMs).toISOString(),
      ...{ renewed_by: null, last_used_at: null, last_used_ip: null, ended_at: null, ended_reason: null },
      reminded_days: repository.remindedDays.findLast((days) => lifetimeMs <= days * dayMs) ?? null,
    },
    token,
  );
  return { id, secret };
}

/** Null when it has ended before. The caller has locked the owner. @throws ApiError 404 for one of somebody else. */
export async function endToken(
  ctx: InTransaction,
  owner_id: string,
  id: string,
): Promise<{ name: string } | null> {
  const token = (await repository.lockToken(ctx.tx, owner_id, id)) ?? notFound();
  if (token.ended_at !== null) return null;
  await repository.updateToken(ctx.tx, id, { ended_at: now(ctx), ended_reason: 'ended_by_owner' });
  return token;
}

/** Returns how many worked. The caller has locked the owner. */
export function endTokensOf(ctx: InTransaction, owner_id: string): Promise<number> {
  return repository.endTokens(ctx.tx, owner_id, { ended_at: now(ctx), ended_reason: 'deactivated' });
}

/** When it was used last, with what is not saved yet. */
export function lastUseOf({ app }: Context, { id, last_used_at }: StoredToken): string | null {
  const recorded = app.tokenUse.recordedAt(id);
  if (recorded === undefined) return last_used_at;
  const at = new Date(recorded).toISOString();
  return last_used_at !== null && last_used_at > at ? last_used_at : at;
}

export async function purgeTokens({ database, now }: App): Promise<void> {
  const before = new Date(now().getTime() - storedDays * dayMs).toISOString();
  await database.write((tx) => repository.deleteOldTokens(tx, before));
}

function notFound(): never {
  throw new ApiError('not_found', 'This API token does not exist, or is not yours.');
}
