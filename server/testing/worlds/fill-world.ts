import { lineResults } from '../../../contract/runs.ts';
import { endToken } from '../../features/auth/tokens/api-tokens.service.ts';
import { newTokenText, storedToken } from '../../features/auth/tokens/token-text.pure.ts';
import { insertToken } from '../../features/auth/tokens/tokens.repository.ts';
import { changeCover, createCovers, endCover } from '../../features/covers/covers.service.ts';
import { moveLocation } from '../../features/locations/move-location.service.ts';
import { replaceUserLocations, replaceUserRoles } from '../../features/users/assign/assignments.service.ts';
import { systemContext } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import type { Tables } from '../../kernel/database/schema.ts';
import { followDistricts } from '../../kernel/scope.ts';
import { type Cover, localOf, type User, type World, worldNoon, worldZone } from './model-world.ts';

const past = '2020-01-01T00:00:00.000Z';
/** Audit entries of the world are from before this time, those of its requests from after it. */
export const worldBegan = '2021-01-01T00:00:00.000Z';

/**
 * Writes a world into the database of a server that has answered nothing yet, and lets the server do what has changed in it.
 * Returns the access tokens of its users, and its API tokens.
 */
export async function fillWorld(
  app: App,
  world: World,
  setClock: (at: string) => void,
): Promise<Map<string, string>> {
  const now = app.now().toISOString();
  const later = new Date(app.now().getTime() + 86_400_000).toISOString();
  const stamp = {
    ...{ created_at: past, created_by: null, created_from: null },
    ...{ updated_at: past, updated_by: null, updated_by_name: '' },
  };
  const grant = { created_at: past, granted_by: null, granted_by_name: null };
  const accounts = world.users.filter((user) => user.can_sign_in);
  await app.database.write(async (tx) => {
    const insert = async (table: keyof Tables, rows: object[]) => {
      for (let at = 0; at < rows.length; at += 50)
        await tx
          .insertInto(table)
          .values(rows.slice(at, at + 50) as never)
          .execute();
    };
    // The world brings the built-in roles, too: the same ones on each database.
    await tx.deleteFrom('role_permissions').execute();
    await tx.deleteFrom('roles').execute();
    await insert(
      'roles',
      world.roles.map(({ id, name, requires_factor }) => ({
        ...{ ...stamp, id, name, name_key: name.toLowerCase(), description: '', color: null },
        ...{ is_builtin: !name.startsWith('Own'), requires_second_factor: requires_factor },
      })),
    );
    await insert(
      'role_permissions',
      world.roles.flatMap(({ id, permissions }) =>
        permissions.map((permission) => ({ role_id: id, permission })),
      ),
    );
    await insert(
      'districts',
      world.districts.map(({ id }) => ({
        ...{ ...stamp, id, name: `District ${id}`, name_key: id, number: null, manager_id: null },
      })),
    );
    await insert(
      'locations',
      world.locations.map(({ id, is_closed, was }) => ({
        ...{ ...stamp, id, name: `At ${id}`, address: '1 Road', city: 'Albany', state: 'NY', zip: '12207' },
        ...{ phone: null, number: null, number_key: null, closed_on: is_closed ? '2020-02-01' : null },
        ...{ time_zone: worldZone, district_id: was },
        ...{ search: '', sort_name: null, sort_number: null, sort_city: null },
      })),
    );
    await insert(
      'users',
      world.users.map(({ id, is_active }) => ({
        ...{ ...stamp, id, is_active, email: emailOf(id), email_key: emailOf(id), full_name: `User ${id}` },
        ...{ phone: null, employee_number: null, employee_number_key: null, search: '', sort_name: null },
      })),
    );
    await insert(
      'user_roles',
      world.users.flatMap(({ id, held }) => held.map((role_id) => ({ ...grant, user_id: id, role_id }))),
    );
    await insert(
      'user_locations',
      world.users.flatMap(({ id, assigned }) =>
        assigned.map((location_id) => ({ ...grant, user_id: id, location_id })),
      ),
    );
    await insert(
      'user_districts',
      world.users.flatMap(({ id, had }) =>
        had.map((district_id) => ({ ...grant, user_id: id, district_id })),
      ),
    );
    await insert(
      'covers',
      world.covers
        .filter((cover) => isFromBefore(world, cover))
        .map(({ id, user: user_id, location: location_id, starts_at, ends_at, ended }) => ({
          ...{ ...grant, id, user_id, location_id, starts_at, ends_at, reason: null, reminded_at: null },
          ...{ ended_at: ended && starts_at, ended_by: ended?.by ?? null, ended_by_name: null },
          ...{ reported_start_at: null, reported_end_at: null },
        })),
    );
    for (const { id, manager } of world.districts)
      await tx.updateTable('districts').set({ manager_id: manager }).where('id', '=', id).execute();
    followDistricts(tx, { of: 'user_id', ids: world.users.map(({ id }) => id), at: past });
    await insert(
      'auth_users',
      accounts.map(({ id }) => ({
        ...{ id, email: emailOf(id), password_hash: '$argon2id$', email_confirmed_at: past },
        ...{
          confirmation_sent_at: null,
          recovery_sent_at: null,
          new_email: null,
          email_change_sent_at: null,
        },
        ...{ last_sign_in_at: past, user_metadata: '{}', created_at: past, updated_at: past },
      })),
    );
    await insert(
      'auth_factors',
      accounts
        .filter((user) => user.has_factor)
        .map(({ id }) => ({
          ...{
            id: crypto.randomUUID(),
            user_id: id,
            factor_type: 'totp',
            friendly_name: null,
            name_key: null,
          },
          ...{ secret: null, status: 'verified', last_step: 0, created_at: past, updated_at: past },
        })),
    );
    await insert(
      'auth_sessions',
      accounts.map((user) => sessionRow(user, now)),
    );
    await insert(
      'auth_invitations',
      world.users
        .filter((user) => user.is_invited)
        .map(({ id }) => ({
          ...{ user_id: id, token_hash: `hash of ${id}`, mail_id: null, sent_by: null },
          ...{ sent_at: now, expires_at: later },
        })),
    );
    await insert(
      'audit_entries',
      world.entries.map(({ id }) => ({
        ...{ id, at: past, actor_id: null, actor_name: 'Somebody', action: 'location.updated', run_id: null },
        ...{ subject_type: 'location', subject_id: null, subject_name: 'Something', details: '{}' },
        ...{ via: 'screen', ip: '', user_agent: '' },
      })),
    );
    await insert(
      'audit_entry_locations',
      world.entries.flatMap(({ id, locations }) =>
        locations.map((location_id) => ({
          ...{ entry_id: id, location_id, at: past, location_name: `At ${location_id}`, change: null },
        })),
      ),
    );
    await insert(
      'list_views',
      world.views.map(({ id, owner, list, is_shared }) => ({
        ...{ ...stamp, id, owner_id: owner, list, name: 'View', sort_name: null, query: '', is_shared },
      })),
    );
    await insert(
      'runs',
      world.runs.map(({ id, owner }) => ({
        ...{ ...stamp, created_by: owner, id, kind: 'bulk', about: 'users', title: 'A run', state: 'done' },
        ...{ file: null, options: null, act: '{"act":"activate"}', undo_of: null, total: 0, done: 0 },
        ...{ planned: counts, applied: counts, confirm: null, problem: null, ip: '', user_agent: '' },
        ...{ session_id: null, leased_until: null, leased_by: null, faults: 0, retryable: 0, left_out: 0 },
        ...{ ended_at: now, expires_at: null, discarded_at: null },
      })),
    );
  });
  const texts = new Map(world.tokens.map(({ id }) => [id, newTokenText()]));
  await app.database.write(async (tx) => {
    for (const token of world.tokens) {
      const { id, owner: owner_id, permissions, scope, places, networks, expires_at, is_ended } = token;
      const row = {
        ...{ id, owner_id, name: 'Token', scope, expires_at, ...storedToken(texts.get(id) ?? '') },
        ...{ permissions: permissions.join(), allowed_networks: networks.join() },
        ...{ created_at: past, created_by: owner_id, created_by_name: '', renewed_by: null },
        ...{
          last_used_at: null,
          last_used_ip: null,
          ended_at: null,
          ended_reason: null,
          reminded_days: null,
        },
      };
      const placed = {
        location_ids: scope === 'locations' ? places : [],
        district_ids: scope === 'districts' ? places : [],
      };
      await insertToken(tx, row, placed);
      if (is_ended) await endToken({ ...systemContext(app), tx }, owner_id, id);
    }
  });
  for (const { id, roles, held, assigned: location_ids, districts: district_ids, had } of world.users) {
    if (had !== district_ids)
      await replaceUserLocations(systemContext(app), id, { location_ids, district_ids }, null);
    if (held !== roles) await replaceUserRoles(systemContext(app), id, roles, null);
  }
  for (const { id, was, district } of world.locations)
    if (was !== district) await moveLocation(systemContext(app), id, district, null);
  for (const cover of world.covers) {
    if (isFromBefore(world, cover)) continue;
    setClock(cover.starts_at);
    await lend(app, cover);
  }
  setClock(worldNoon);
  const signed = accounts.map(async (user) => [user.id, await tokenOf(app, user)] as const);
  return new Map([...(await Promise.all(signed)), ...texts]);
}

/** The server would refuse it today. */
function isFromBefore({ users, locations }: World, { user, location }: Cover): boolean {
  const receiver = users.find(({ id }) => id === user);
  const isClosed = locations.find(({ id }) => id === location)?.is_closed;
  return isClosed || !receiver?.is_active || receiver.locations.includes(location);
}

/** The server gives, moves and ends a cover, at its start. */
async function lend(app: App, cover: Cover): Promise<void> {
  const { id, user: user_id, location, starts_at, was_until, ends_at, ended } = cover;
  const ctx = systemContext<'users.assign_locations'>(app);
  const span = { starts_at: localOf(starts_at), ends_at: localOf(was_until) };
  const [made] = await createCovers(ctx, { user_id, location_ids: [location], ...span, reason: null });
  const given = made?.id ?? '';
  if (was_until !== ends_at) await changeCover(ctx, given, localOf(ends_at));
  if (ended) await endCover(ctx, given);
  const known = { id, ...(ended?.by && { ended_by: ended.by }) };
  await app.database.write((tx) => tx.updateTable('covers').set(known).where('id', '=', given).execute());
}

const emailOf = (id: string) => `${id}@northline.example`;
const aalOf = (user: User) => (user.has_factor && user.session !== 'unproven' ? 'aal2' : 'aal1');

function sessionRow(user: User, now: string) {
  const isOver = user.session === 'ended';
  return {
    ...{ id: user.session_id, user_id: user.id, created_at: now, refreshed_at: now, seen_at: null },
    ...{ aal: aalOf(user), amr: '[]', ip: '', user_agent: '', refresh_key: user.id, refresh_counter: 0 },
    ...{ refresh_uses: '', factor_id: null, ended_at: isOver ? now : null },
    ended_reason: !isOver ? null : user.is_active ? 'signed_out' : 'deactivated',
  };
}

async function tokenOf(app: App, user: User): Promise<string> {
  const { token } = await app.keys.sign({
    ...{ sub: user.id, email: emailOf(user.id), phone: '', app_metadata: {}, user_metadata: {} },
    ...{ role: 'authenticated', aal: aalOf(user), amr: [], session_id: user.session_id, is_anonymous: false },
  } as never);
  return token;
}

const counts = JSON.stringify(Object.fromEntries([...lineResults].map((result) => [result, 0])));
