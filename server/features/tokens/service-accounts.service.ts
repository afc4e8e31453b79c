import { randomUUID } from 'node:crypto';
import { reasons } from '../../../contract/access/reasons.ts';
import { serviceAccountsMaxCount } from '../../../contract/fields/limits.ts';
import type { AccountCall, ServiceAccount, ServiceAccountInput } from '../../../contract/service-accounts.ts';
import type { AccountToken, AccountTokenInput } from '../../../contract/tokens.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type InTransaction, reader } from '../../kernel/context.ts';
import { createOnce } from '../../kernel/create-once.ts';
import { changedFields } from '../../kernel/edit.ts';
import { refuseFor } from '../../kernel/rules.ts';
import { listOwnLocations, withoutCovers } from '../../kernel/scope.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { requireRecentProof } from '../auth/second-factor/recent-proof.service.ts';
import * as tokens from '../auth/tokens/api-tokens.service.ts';
import * as stored from '../auth/tokens/service-accounts.service.ts';
import { whyUnknown } from '../locations/locations.rules.ts';
import { lockHeldOr } from '../roles/roles.service.ts';
import { serviceInsert, updateService } from '../users/users.service.ts';
import { whyNotManageService, whyNotOwn, whyNotSeeAll } from './service-accounts.rules.ts';
import { presentPower, presentToken, requireOwn } from './tokens.service.ts';

type Keeper = Authorized<'tokens.manage'>;

export async function listServiceAccounts(ctx: Keeper): Promise<{ accounts: ServiceAccount[] }> {
  return { accounts: await present(ctx, await stored.accountsInScope(ctx)) };
}

/** @throws ApiError 404 for one that sees more than the actor. */
export async function listAccountCalls(ctx: Keeper, id: string): Promise<{ calls: AccountCall[] }> {
  const { id: known } = (await stored.findAccount(reader(ctx), scopeOf(ctx), id)) ?? notFound();
  return { calls: await stored.callsOf(ctx, known) };
}

/**
 * Repeating the same request changes nothing. @throws ApiError 403 for permissions that the actor does not have, or all
 * locations; 400 for places that are not theirs, and for what the owner role does not have; 409 for one too many.
 */
export function createServiceAccount(
  ctx: Keeper,
  { id = randomUUID(), ...input }: ServiceAccountInput & { id?: string | undefined },
): Promise<ServiceAccount> {
  const find = (ctx: InTransaction<Keeper>) => stored.findAccount(ctx.tx, scopeOf(ctx), id);
  return createOnce(
    ctx,
    { id, body: input, find: async (ctx) => (await find(ctx)) ?? null, repeat: presentOne },
    async (ctx, { stamp, insert }) => {
      const { tx } = ctx;
      const { name, purpose, owner_role_id, permissions, scope, ...places } = input;
      refuseFor(whyNotSeeAll(input, ctx.actor), 'forbidden');
      await requireOwn(ctx, input);
      const lasting = await listOwnLocations(tx, withoutCovers(scopeOf(ctx)));
      if (lasting)
        refuseFor(whyUnknown(places.location_ids, new Set(lasting)), 'validation_failed', {
          ...{ path: 'location_ids', denial: true },
        });
      const role = await requireOwner(ctx, owner_role_id, input);
      if ((await stored.countAccounts(tx)) >= serviceAccountsMaxCount)
        throw new ApiError('conflict', `There are ${serviceAccountsMaxCount} service accounts already.`);
      await insert(serviceInsert(id, name, stamp));
      const row = { user_id: id, owner_role_id, purpose, permissions: permissions.join(','), scope };
      await stored.insertAccount(tx, row, places);
      const after = { name, purpose, owner_role: role.name, permissions, scope };
      audit(ctx, {
        action: 'service.created',
        subject: subjectOf({ id, full_name: name }),
        details: { after },
      });
      return presentOne(ctx, (await find(ctx)) ?? notFound());
    },
  );
}

/**
 * Deactivating ends its tokens at once. @throws ApiError 404, 412; 403 for an account that may more than the actor; 400
 * for a role that has not what the account was given.
 */
export function updateServiceAccount(
  ctx: Keeper,
  id: string,
  changes: {
    [K in 'name' | 'purpose' | 'owner_role_id' | 'is_active']?:
      | (ServiceAccountInput & { is_active: boolean })[K]
      | undefined;
  },
  ifMatch: string | null,
): Promise<ServiceAccount> {
  return change(ctx, { user: id }, async (ctx) => {
    const row = await findManageable(ctx, id);
    const { name: full_name, ...others } = changes;
    const fields = ['full_name', 'purpose', 'owner_role_id', 'is_active'] as const;
    const changed = changedFields(row, { full_name, ...others }, fields);
    if (!changed) return presentOne(ctx, row);
    await refuseStale(ctx, row, ifMatch);
    const { purpose, owner_role_id, is_active } = changed.after;
    const given = { permissions: row.permissions.split(','), scope: row.scope } as ServiceAccountInput;
    const role = owner_role_id ? await requireOwner(ctx, owner_role_id, given) : null;
    const ended = is_active === false ? await tokens.endTokensOf(ctx, id) : 0;
    await stored.updateAccount(ctx.tx, id, {
      ...(purpose !== undefined && { purpose }),
      ...(owner_role_id && { owner_role_id }),
    });
    updateService(ctx, row, changed.after);
    const action = is_active === undefined ? 'updated' : is_active ? 'activated' : 'deactivated';
    audit(ctx, {
      ...{ action: `service.${action}`, subject: subjectOf(row) },
      details: {
        ...described(changed, row.owner_role_name, role?.name),
        ...(ended > 0 && { ended: [`${ended} ${ended === 1 ? 'token' : 'tokens'}`] }),
      },
    });
    return presentOne(ctx, (await stored.findAccount(ctx.tx, scopeOf(ctx), id)) ?? notFound());
  });
}

/** With the names of roles in place of their ids. */
function described(
  {
    before,
    after,
  }: NonNullable<ReturnType<typeof changedFields<stored.StoredAccount, keyof stored.StoredAccount>>>,
  formerRole: string | null,
  role: string | undefined,
) {
  const named = ({ owner_role_id, ...fields }: typeof before, name: string | null | undefined) =>
    owner_role_id === undefined ? fields : { ...fields, owner_role: name };
  return { before: named(before, formerRole), after: named(after, role) };
}

/** The token is in the answer only. @throws ApiError 403 without recent proof; 404, 403 as `updateServiceAccount`; 409 */
export function createAccountToken(ctx: Keeper, id: string, input: AccountTokenInput) {
  return change(ctx, { user: id }, async (ctx) => {
    await requireRecentProof(ctx);
    const account = await findManageable(ctx, id);
    if (!account.is_active) throw new ApiError('conflict', 'This service account is deactivated.');
    const power = { permissions: [], scope: 'all' as const, location_ids: [], district_ids: [] };
    const made = await tokens.makeToken(ctx, id, { ...input, ...power });
    record(ctx, 'token.created', account, input.name);
    return answer(ctx, id, made);
  });
}

/** @throws ApiError as `createAccountToken` */
export function renewAccountToken(ctx: Keeper, id: string, renewed: { id: string; overlap_days: number }) {
  return change(ctx, { user: id }, async (ctx) => {
    await requireRecentProof(ctx);
    const account = await findManageable(ctx, id);
    const made = await tokens.renewToken(ctx, id, renewed);
    record(ctx, 'token.renewed', account, made.name);
    return answer(ctx, id, made);
  });
}

/** @throws ApiError 404, 403 */
export function endAccountToken(ctx: Keeper, id: string, token_id: string): Promise<void> {
  return change(ctx, { user: id }, async (ctx) => {
    const account = await findManageable(ctx, id);
    const ended = await tokens.endToken(ctx, id, token_id);
    if (ended) record(ctx, 'token.ended', account, ended.name);
  });
}

async function findManageable(ctx: InTransaction<Keeper>, id: string): Promise<stored.StoredAccount> {
  const account = (await stored.findAccount(ctx.tx, scopeOf(ctx), id)) ?? notFound();
  refuseFor(whyNotManageService(account, ctx.actor), 'forbidden');
  return account;
}

async function requireOwner(
  ctx: InTransaction<Keeper>,
  id: string,
  input: Pick<ServiceAccountInput, 'permissions' | 'scope'>,
) {
  const [found] = (await lockHeldOr(ctx, [id], id)).filter(({ role }) => role.id === id);
  const [reason] = whyNotOwn(input, found?.role);
  refuseFor(reason === undefined ? [] : [reason], 'validation_failed', { path: 'owner_role_id' });
  return found?.role ?? notFound();
}

async function answer(ctx: InTransaction<Keeper>, id: string, made: { id: string; secret: string }) {
  const token = (await tokens.tokensOf(ctx.tx, id)).find((one) => one.id === made.id) ?? notFound();
  return { token: presentToken(ctx, token), secret: made.secret };
}

async function presentOne(ctx: Keeper, row: stored.StoredAccount): Promise<ServiceAccount> {
  return (await present(ctx, [row]))[0] ?? notFound();
}

async function present(ctx: Keeper, rows: readonly stored.StoredAccount[]): Promise<ServiceAccount[]> {
  const powerOf = await presentPower(ctx, rows);
  const all = await tokens.tokensOf(reader(ctx), ...rows.map(({ id }) => id));
  return rows.map((row) => ({
    ...{ id: row.id, name: row.full_name, purpose: row.purpose, ...powerOf(row) },
    owner_role:
      row.owner_role_id && row.owner_role_name ? { id: row.owner_role_id, name: row.owner_role_name } : null,
    ...{ has_owner: Boolean(row.has_owner), is_active: row.is_active },
    ...{ created_at: row.created_at, updated_at: row.updated_at },
    tokens: all
      .filter(({ owner_id }) => owner_id === row.id)
      .map((token): AccountToken => presentToken(ctx, token)),
  }));
}

const subjectOf = ({ id, full_name: name }: { id: string; full_name: string }) =>
  ({ type: 'service_account', id, name }) as const;

function record(
  ctx: InTransaction<Keeper>,
  action: 'token.created' | 'token.renewed' | 'token.ended',
  account: stored.StoredAccount,
  token: string,
): void {
  audit(ctx, { action, subject: subjectOf(account), details: { token }, changes: ['settings'] });
}

function notFound(): never {
  throw new ApiError('not_found', reasons.serviceMissing);
}
