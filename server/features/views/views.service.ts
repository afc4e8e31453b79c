import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { id as idSchema } from '../../../contract/fields/fields.ts';
import { viewsMaxCount } from '../../../contract/fields/limits.ts';
import { parseFilter } from '../../../contract/lists/list-filters.ts';
import { sortKey } from '../../../contract/lists/sort-key.ts';
import { listPermissions, type View, type ViewChanges, type ViewInput } from '../../../contract/views.ts';
import { type Authorized, holds, mayDo } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { recordOwnChange } from '../../kernel/changes/record-change.ts';
import { type App, type Context, type InTransaction, reader } from '../../kernel/context.ts';
import { createOnce } from '../../kernel/create-once.ts';
import { changedFields, updateStamp } from '../../kernel/edit.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { offeredDistricts } from '../districts/districts.service.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { allRoles } from '../roles/roles.service.ts';
import * as repository from './views.repository.ts';

const fields = ['name', 'query', 'is_shared'] as const;

/** By name. */
export async function listViews(ctx: Authorized<'signed_in'>): Promise<View[]> {
  const rows = await repository.listViews(reader(ctx), ctx.actor.user_id);
  return present(
    ctx,
    rows.filter((row) => mayRead(ctx, row)),
  );
}

/**
 * Repeating the same request changes nothing. @throws ApiError 403 for a list that the actor may not read and for
 * sharing without permission; 409 for one view too many, and for an id in use.
 */
export async function createView(
  ctx: Authorized<'signed_in'>,
  { id = randomUUID(), ...input }: ViewInput & { id?: string | undefined },
): Promise<View> {
  const owner_id = ctx.actor.user_id ?? notFound();
  // The lock of the user makes two requests at once count each other's view.
  if (!mayRead(ctx, input)) throw new ApiError('forbidden', 'Your roles do not allow you to see this list.');
  if (input.is_shared) requireSharing(ctx);
  const find = ({ tx }: InTransaction<Authorized>) => repository.lockView(tx, owner_id, id);
  return createOnce(
    ctx,
    { id, body: input, user: owner_id, find, repeat: (ctx, row) => presentOne(ctx, row) },
    async (ctx, { stamp, insert }) => {
      await refuseTooMany(ctx, owner_id);
      const row = { id, owner_id, ...input, sort_name: sortKey(input.name), ...stamp };
      await insert(repository.viewInsert(row));
      if (input.is_shared) record(ctx, 'view.created', { id, name: input.name });
      else recordOwnChange(ctx, 'views', owner_id);
      return presentOne(ctx, (await find(ctx)) ?? notFound());
    },
  );
}

/**
 * @throws ApiError 404 for a view that the actor does not see; 403 for a shared one without permission to share; 412
 */
export function updateView(
  ctx: Authorized<'signed_in'>,
  id: string,
  changes: { [K in keyof ViewChanges]?: ViewChanges[K] | undefined },
  ifMatch: string | null,
): Promise<View> {
  return change(ctx, {}, async (ctx) => {
    const row = await lockChangeable(ctx, id);
    if (changes.is_shared) requireSharing(ctx);
    const changed = changedFields(row, changes, fields);
    if (!changed) return presentOne(ctx, row);
    await refuseStale(ctx, row, ifMatch);
    const updated = await repository.updateView(ctx.tx, id, {
      ...changed.after,
      sort_name: sortKey(changed.after.name ?? row.name),
      // The user who stops sharing keeps the view: its owner may be gone.
      ...(changed.after.is_shared === false && { owner_id: ctx.actor.user_id }),
      ...updateStamp(ctx, row),
    });
    if (changed.after.is_shared !== undefined) {
      record(ctx, updated.is_shared ? 'view.created' : 'view.deleted', updated);
    } else if (row.is_shared) record(ctx, 'view.updated', row, { ...changed });
    else recordOwnChange(ctx, 'views', row.owner_id);
    return presentOne(ctx, updated);
  });
}

/** @throws ApiError 404 and 403 as `updateView`. */
export function deleteView(ctx: Authorized<'signed_in'>, id: string): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const row = await lockChangeable(ctx, id);
    if (row.is_shared) record(ctx, 'view.deleted', row);
    else recordOwnChange(ctx, 'views', row.owner_id);
    await repository.deleteView(ctx.tx, id);
  });
}

/** Null for one that the actor does not see. For other features. */
export async function findView(ctx: Context, id: string): Promise<repository.ViewRow | null> {
  const row = await repository.findView(reader(ctx), ctx.actor.user_id, id);
  return row && mayRead(ctx, row) ? row : null;
}

/** Shared ones stay. */
export function deletePersonalViews(ctx: InTransaction, userId: string): Promise<void> {
  return repository.deletePersonalViews(ctx.tx, userId);
}

/** For the audit log; empty for any other. */
export function findSharedName(app: App, id: string): Promise<string> {
  return repository.findSharedName(app.database.read, id);
}

async function lockChangeable(ctx: InTransaction, id: string) {
  const row = await repository.lockView(ctx.tx, ctx.actor.user_id, id);
  if (!row || !mayRead(ctx, row)) return notFound();
  if (row.is_shared) requireSharing(ctx);
  return row;
}

/** Users who may read a list may read its shared views. */
function mayRead(ctx: Context, { list }: Pick<View, 'list'>): boolean {
  return ctx.actor.permissions.has(listPermissions[list]);
}

/** Sharing applies to all locations, like a role. @throws ApiError 403 */
function requireSharing(ctx: Context): void {
  if (mayDo('shareViews', ctx)) return;
  throw new ApiError('forbidden', 'Only users who may change roles can share views and change shared ones.');
}

/** @throws ApiError 409 */
async function refuseTooMany(ctx: InTransaction, userId: string): Promise<void> {
  if ((await repository.countViewsOf(ctx.tx, userId)) < viewsMaxCount) return;
  throw new ApiError('conflict', `You have ${viewsMaxCount} views. Delete one to save another.`);
}

function record(
  ctx: InTransaction,
  action: 'view.created' | 'view.updated' | 'view.deleted',
  { id, name }: { id: string; name: string },
  details: Record<string, unknown> = {},
): void {
  audit(ctx, { action, subject: { type: 'view', id, name }, details });
}

async function presentOne(ctx: Authorized, row: repository.ViewRow): Promise<View> {
  const [view] = await present(ctx, [row]);
  return view ?? notFound();
}

/** Adds which filters name a role, location or district that the reader no longer finds. */
async function present(ctx: Authorized, rows: readonly repository.ViewRow[]): Promise<View[]> {
  const named = rows.map((row) => idsOf(row));
  const locationIds = named.flatMap(({ location }) => location);
  const needsRoles = named.some(({ role }) => role.length > 0);
  const roles = new Set(needsRoles ? (await allRoles(ctx)).map((role) => role.id) : []);
  const found = locationIds.length > 0 ? await listLocationRefs(ctx, [...new Set(locationIds)]) : [];
  const locations = new Set(found.map((location) => location.id));
  const districtIds = named.flatMap(({ district }) => district);
  // Filters by them work for readers who may not see their names.
  const mayName = districtIds.length > 0 && holds(ctx.actor, 'districts.read');
  const districts = mayName ? new Set((await offeredDistricts(ctx, [])).map(({ value }) => value)) : null;
  return rows.map(({ owner_id, ...row }, index) => {
    const { role = [], location = [], district = [] } = named[index] ?? {};
    const gone: View['gone'] = [];
    if (role.some((id) => !roles.has(id))) gone.push('role');
    if (location.some((id) => !locations.has(id))) gone.push('location');
    if (districts && district.some((id) => !districts.has(id))) gone.push('district');
    const { id, list, name, query, is_shared, updated_at } = row;
    return { id, list, name, query, is_shared, is_own: owner_id === ctx.actor.user_id, gone, updated_at };
  });
}

function idsOf({ list, query }: repository.ViewRow): Record<View['gone'][number], string[]> {
  const search = new URLSearchParams(query);
  const listed = (name: string) => parseFilter(search.get(name) ?? '').values.filter(isId);
  return {
    role: list === 'users' ? listed('role') : [],
    location: list === 'locations' ? [] : listed('location'),
    district: listed('district'),
  };
}

function isId(text: string): boolean {
  return z.safeParse(idSchema, text).success;
}

function notFound(): never {
  throw new ApiError('not_found', 'This view does not exist, or is not shared with you.');
}
