import { randomUUID } from 'node:crypto';
import { lostByLeaving } from '../../../contract/access/own-access.ts';
import type { Permission } from '../../../contract/access/permissions.ts';
import { reasons } from '../../../contract/access/reasons.ts';
import { auditActions } from '../../../contract/audit.ts';
import { emailKey } from '../../../contract/fields/email-key.ts';
import type { UserInput } from '../../../contract/fields/user-input.ts';
import { numberKey, userKey } from '../../../contract/lists/search-key.ts';
import { sortKey } from '../../../contract/lists/sort-key.ts';
import {
  displayName,
  type Ended,
  type User,
  type UserChanges,
  type UserRow,
} from '../../../contract/users.ts';
import { type Authorized, requireAct, type Scope, scopeOf } from '../../kernel/access.ts';
import { audit, auditUsers, userSubject } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type Context, type InTransaction, type LockUsers, now, reader } from '../../kernel/context.ts';
import { createOnce, createStamp } from '../../kernel/create-once.ts';
import type { Stamped } from '../../kernel/database/schema.ts';
import { changedFields, updateStamp } from '../../kernel/edit.ts';
import { refuseFor } from '../../kernel/rules.ts';
import { ofPast } from '../../kernel/scope.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { isUniqueViolation } from '../../platform/database/query.ts';
import { ApiError } from '../../platform/http/errors.ts';
import {
  factsOf,
  noFacts,
  type SignInFacts,
  signInSql,
} from '../auth/accounts/account-invitations.service.ts';
import { deleteIdentity, endAccess } from '../auth/accounts/user-accounts.service.ts';
import { guardBypass } from '../auth/identities/guard-bypass.service.ts';
import { coversById } from '../covers/covers.service.ts';
import { endCoversOfUser } from '../covers/end-covers.service.ts';
import { countManagedBy, listDistrictsOf } from '../districts/districts.facts.service.ts';
import { readAssignable, refsOf } from '../locations/locations.facts.service.ts';
import { whyUnknown } from '../locations/locations.rules.ts';
import { refuseClosed } from '../locations/locations.service.ts';
import { deleteNotifications } from '../notifications/notifications.service.ts';
import { deletePreferences } from '../preferences/preferences.service.ts';
import { deletePersonalViews } from '../views/views.service.ts';
import { ensureAnotherAdmin, findManageable, notFound, refuseOwnLoss } from './guards.service.ts';
import { mayKnowFactors } from './list/users-list.service.ts';
import { linksOf, readEmailHolders, readNumberHolders, readUserAccess } from './users.facts.service.ts';
import * as repository from './users.repository.ts';
import { whyNotAddAt, whyNotEmail, whyNotEmployeeNumber, whyNotManage } from './users.rules.ts';

const fields = ['full_name', 'phone', 'employee_number', 'is_active'] as const;

function factsFor(ctx: Context, scope: Scope, facts: SignInFacts) {
  return {
    ...facts,
    last_sign_in_at: ofPast(scope, facts.last_sign_in_at),
    has_second_factor: mayKnowFactors(ctx) ? facts.has_second_factor : null,
  };
}

/** @throws ApiError 404 out of scope. */
export async function getUser(ctx: Authorized<'users.read'>, id: string): Promise<User> {
  return (await findUser(ctx, id)) ?? notFound();
}

/** Null out of scope. */
export async function findUser(
  ctx: Authorized<Extract<Permission, `users.${string}`>>,
  id: string,
): Promise<User | null> {
  return (await readUser(ctx, scopeOf(ctx), id))?.user ?? null;
}

/** With all of their own locations. */
export async function findOneself(ctx: Authorized<'signed_in'>): Promise<User | null> {
  const { user_id } = ctx.actor;
  return user_id ? ((await readUser(ctx, { all: true }, user_id))?.user ?? null) : null;
}

/** Also the row, which says who changed it last. */
async function readUser(ctx: Context, scope: Scope, id: string) {
  const db = reader(ctx);
  const found = repository.findUser(db, scope, id, signInSql(now(ctx)));
  const [row, { roles, locations }, held] = await Promise.all([
    found,
    linksOf(db, scope, [{ id }]),
    listDistrictsOf(db, scope, id),
  ]);
  if (!row) return null;
  const districts = held.map(({ id, name }) => ({ id, name }));
  const links = { roles: roles.of(id), locations: locations.of(id), districts };
  return { row, user: presentUser(row, { ...factsFor(ctx, scope, factsOf(row)), ...links }) };
}

type Profile = Pick<
  User,
  'id' | 'email' | 'full_name' | 'phone' | 'employee_number' | 'is_active' | 'created_at' | 'updated_at'
>;

function presentUser(row: Profile, facts: Omit<User, keyof Profile>): User {
  const { id, email, full_name, phone, employee_number, is_active, created_at, updated_at } = row;
  return { id, email, full_name, phone, employee_number, is_active, created_at, updated_at, ...facts };
}

export const lockUsers: LockUsers = repository.lockUsers;

/** Only users in the actor's scope. */
export async function namesInScope(ctx: Authorized, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await repository.listNames(reader(ctx), scopeOf(ctx), [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, displayName(row)]));
}

export async function findHelper(ctx: Context, id: string): Promise<{ name: string; email: string } | null> {
  const admin = await repository.findHelper(reader(ctx), id);
  return admin && { name: displayName(admin), email: admin.email };
}

type NewUser = UserInput & { id?: string | undefined; location_ids?: string[] };

/**
 * Repeating the same request changes nothing. Without access to all locations, the actor names one of their own.
 * @throws ApiError 409 for an email, number or id in use; 400 for a location out of scope.
 */
export function createUser(
  ctx: Authorized<'users.create'>,
  { id = randomUUID(), location_ids = [], ...profile }: NewUser,
): Promise<User> {
  const locationIds = [...new Set(location_ids)];
  return createOnce(
    ctx,
    {
      id,
      body: { ...profile, location_ids },
      read: (ctx) => readAssignable(ctx, locationIds),
      find: (ctx) => repository.findForChange(ctx.tx, { all: true }, id),
      taken: (ctx) => refuseTaken(ctx, profile),
      repeat: async (ctx) => (await findUser(ctx, id)) ?? notFound(),
    },
    async (ctx, { stamp, facts, insert }) => {
      const own = requireOwn(locationIds, facts);
      refuseClosed(own);
      refuseFor(whyNotAddAt(locationIds, ctx.actor), 'validation_failed', { path: 'location_ids' });
      await insert(repository.userInsert({ id, ...profile, ...derivedFrom(profile), ...stamp }));
      repository.insertLinks(ctx.tx, 'location', grantStamp(ctx, id), locationIds);
      audit(ctx, {
        action: 'user.created',
        subject: { type: 'user', id, name: profile.full_name },
        details: { after: profile },
        locations_added: locationIds,
      });
      const { created_at, updated_at } = stamp;
      return presentUser(
        { id, ...profile, created_at, updated_at },
        { ...factsFor(ctx, scopeOf(ctx), noFacts), roles: [], locations: refsOf(own), districts: [] },
      );
    },
  );
}

export function grantStamp(ctx: Context, userId: string) {
  const { user_id, name } = ctx.actor;
  return { user_id: userId, created_at: now(ctx), granted_by: user_id, granted_by_name: name };
}

/** @throws ApiError 409 that says which value another user has. */
async function refuseTaken(
  ctx: InTransaction<Authorized>,
  { email, employee_number }: UserInput,
): Promise<void> {
  const holderOf = await readEmailHolders(ctx.tx, [email]);
  refuseFor(whyNotEmail(holderOf(email).profile), 'email_taken', { path: 'email' });
  await refuseEmployeeNumber(ctx, employee_number);
  throw emailTaken();
}

/** The row of a service account, of which nobody has the email. The insert is for `createOnce`. */
export function serviceInsert(id: string, full_name: string, stamp: Stamped) {
  const profile = serviceProfile(id, full_name);
  return repository.userInsert({ id, ...profile, is_active: true, ...derivedFrom(profile), ...stamp });
}

const serviceProfile = (id: string, full_name: string) => {
  return { email: `${id}@service.invalid`, full_name, phone: null, employee_number: null };
};

/** The caller has locked it, and writes the audit entry. */
export function updateService(
  ctx: InTransaction,
  row: { id: string; full_name: string; is_active: boolean; updated_at: string },
  changes: { full_name?: string | undefined; is_active?: boolean | undefined },
): void {
  const { full_name = row.full_name, is_active = row.is_active } = changes;
  const derived = derivedFrom(serviceProfile(row.id, full_name));
  repository.updateUser(ctx.tx, row.id, { full_name, is_active, ...derived, ...updateStamp(ctx, row) });
}

/** False when the account has a profile, which is not changed. */
export function ensureProfile(
  ctx: InTransaction,
  { id, email, full_name }: { id: string; email: string; full_name: string | null },
): Promise<boolean> {
  const profile = { email, full_name, phone: null, employee_number: null, is_active: true };
  return repository.ensureUser(ctx.tx, {
    id,
    ...profile,
    ...derivedFrom(profile),
    ...createStamp(ctx, null),
  });
}

function derivedFrom(profile: Pick<UserRow, 'email' | 'full_name' | 'phone' | 'employee_number'>) {
  return {
    email_key: emailKey(profile.email),
    employee_number_key: numberKey(profile.employee_number),
    search: userKey(profile),
    sort_name: sortKey(profile.full_name),
  };
}

/**
 * Deactivating ends every session and link at once; the answer says what ended. Roles and locations stay.
 * @throws ApiError 404, 403, 412; 409 for the last administrator, and for oneself without access to all locations.
 */
export async function updateUser(
  ctx: Authorized<'users.update'>,
  id: string,
  changes: { [K in keyof UserChanges]?: UserChanges[K] | undefined },
  ifMatch: string | null,
): Promise<User & { ended?: Ended }> {
  try {
    return await change(
      ctx,
      {
        user: id,
        read: (ctx) => Promise.all([readUser(ctx, scopeOf(ctx), id), readUserAccess(ctx, id)]),
      },
      async (ctx, [known, access]) => {
        const { row, user } = known ?? notFound();
        refuseFor(whyNotManage(access, ctx.actor), 'forbidden');
        const changed = changedFields(row, changes, fields);
        if (!changed) return user;
        await refuseStale(ctx, row, ifMatch);
        if (changed.after.is_active !== undefined) requireAct(ctx, 'setUserActive');
        if (changed.after.is_active !== false) return { ...user, ...writeChanges(ctx, row, changed) };
        refuseOwnLoss(ctx, id, lostByLeaving);
        await ensureAnotherAdmin(ctx, id);
        const { ended, words } = await endEverything(ctx, row);
        writeChanges(ctx, row, changed, words);
        guardBypass(ctx);
        return { ...((await findUser(ctx, id)) ?? notFound()), ended };
      },
    );
  } catch (error) {
    if (isUniqueViolation(error, { table: 'users', column: 'employee_number_key' })) {
      await refuseEmployeeNumber(ctx, changes.employee_number ?? null);
    }
    throw error;
  }
}

/** @throws ApiError 409, which names the holder to actors who may see them. */
async function refuseEmployeeNumber(ctx: Authorized, number: string | null): Promise<void> {
  const holderOf = await readNumberHolders(ctx, [number]);
  refuseFor(whyNotEmployeeNumber(holderOf(number), null), 'number_taken', { path: 'employee_number' });
}

/** `words` are for the audit log. */
async function endEverything(
  ctx: InTransaction<Authorized>,
  row: Locked,
): Promise<{ ended: Ended; words: string[] }> {
  const { invited_by_them, ...access } = await endAccess(ctx, {
    id: row.id,
    email: emailKey(row.email),
  });
  await recordEndedInvitations(ctx, invited_by_them, 'The inviter was deactivated');
  const covers = await endCoversOfUser(ctx, row.id, 'The user, or who granted it, was deactivated');
  const counts = {
    ...access,
    sent_invitations: invited_by_them.length,
    managed_districts: await countManagedBy(ctx.tx, row.id),
  };
  const inScope = await coversById(ctx, covers);
  return {
    ended: { at: now(ctx), ...counts, covers: [...inScope.values()] },
    words: describeEnded({ ...counts, covers: covers.length }),
  };
}

async function recordEndedInvitations(
  ctx: InTransaction,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  const users = await repository.listNames(ctx.tx, { all: true }, ids);
  auditUsers(ctx, users, { action: 'invitation.cancelled', details: { reason } });
}

type Locked = Omit<
  NonNullable<Awaited<ReturnType<typeof repository.findForChange>>>,
  'created_by' | 'created_from'
>;

type Changed = NonNullable<ReturnType<typeof changedFields<Locked, (typeof fields)[number]>>>;

/** Returns the values that the row has now. */
function writeChanges(ctx: InTransaction, row: Locked, changed: Changed, ended?: string[]) {
  const { is_active, ...others } = changed.after;
  const stamp = updateStamp(ctx, row);
  repository.updateUser(ctx.tx, row.id, {
    ...changed.after,
    ...derivedFrom({ ...row, ...changed.after }),
    ...stamp,
  });
  const isStatusOnly = Object.keys(others).length === 0;
  const switched = is_active ? 'user.activated' : 'user.deactivated';
  audit(ctx, {
    action: isStatusOnly ? switched : 'user.updated',
    subject: userSubject(row),
    details: { ...changed, ...(ended && { ended }) },
    at_locations_of_subject: true,
    ...(is_active !== undefined && { changes: auditActions[switched].changes }),
  });
  return { ...changed.after, updated_at: stamp.updated_at };
}

/** @throws ApiError 404 when the account has no profile. */
export async function updateOwnProfile(
  ctx: InTransaction,
  id: string,
  changes: Pick<Partial<UserChanges>, 'full_name' | 'phone'>,
): Promise<void> {
  const row = (await repository.findForChange(ctx.tx, { all: true }, id)) ?? notFound();
  const changed = changedFields(row, changes, ['full_name', 'phone']);
  if (changed) writeChanges(ctx, row, changed);
}

/** The caller has checked that the email is free, and writes the audit entry. */
export async function writeEmail(
  ctx: InTransaction,
  row: Pick<Locked, 'id' | 'full_name' | 'phone' | 'employee_number' | 'updated_at'>,
  email: string,
): Promise<void> {
  repository.updateUser(ctx.tx, row.id, {
    email,
    ...derivedFrom({ ...row, email }),
    ...updateStamp(ctx, row),
  });
}

/** Includes account, sessions, tokens and links. @throws ApiError as `updateUser`, but for 412. */
export function deleteUser(ctx: Authorized<'users.delete'>, id: string): Promise<void> {
  return change(ctx, { user: id }, async (ctx) => {
    const { tx } = ctx;
    const row = await findManageable(ctx, id);
    refuseOwnLoss(ctx, id, lostByLeaving);
    await ensureAnotherAdmin(ctx, id);
    const { roles, locations } = await linksOf(tx, { all: true }, [row]);
    const districts = await listDistrictsOf(tx, { all: true }, id);
    const { invited_by_them } = await endAccess(ctx, { id, email: emailKey(row.email) });
    await recordEndedInvitations(ctx, invited_by_them, 'The inviter was deleted');
    await endCoversOfUser(ctx, id, 'The user, or who granted it, was deleted');
    const account = await deleteIdentity(ctx, id);
    guardBypass(ctx);
    audit(ctx, {
      action: 'user.deleted',
      subject: userSubject(row),
      details: {
        before: {
          email: row.email,
          full_name: row.full_name,
          phone: row.phone,
          employee_number: row.employee_number,
          is_active: row.is_active,
          ...account,
          roles: roles.of(id).map((role) => role.name),
          districts: districts.map((district) => district.name),
        },
      },
      locations_removed: locations.of(id).map((location) => location.id),
    });
    await deletePersonalViews(ctx, id);
    await deletePreferences(ctx, id);
    await deleteNotifications(ctx, id);
    await repository.deleteUser(tx, id);
  });
}

function describeEnded(counts: Record<string, number>): string[] {
  return Object.entries(counts).flatMap(([what, count]) => {
    if (count === 0) return [];
    const words = what.replaceAll('_', ' ');
    const counted = `${count} ${count === 1 ? words.replace(/s$/, '') : words}`;
    if (what !== 'service_accounts') return [counted];
    return [`${counted} ${count === 1 ? 'needs' : 'need'} an owner`];
  });
}

/** @throws ApiError 400 for a location out of scope, without naming it. */
export async function requireOwnLocations(ctx: Authorized, ids: readonly string[]) {
  return requireOwn(ids, await readAssignable(ctx, ids));
}

function requireOwn<L>(ids: readonly string[], own: ReadonlyMap<string, L>): L[] {
  refuseFor(whyUnknown(ids, own), 'validation_failed', { path: 'location_ids', denial: true });
  return [...own.values()];
}

export function emailTaken(): ApiError {
  const message = reasons.emailTaken;
  return new ApiError('email_taken', message, { issues: [{ path: 'email', message }] });
}
