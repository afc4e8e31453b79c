import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditEntry, type AuditFilters, listAudit } from '../../../contract/audit.ts';
import { sendInvitation } from '../../../contract/invitations.ts';
import { createLocation, deleteLocation, updateLocation } from '../../../contract/locations.ts';
import { createRole, deleteRole, updateRole } from '../../../contract/roles.ts';
import {
  createUser,
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import type { Client } from '../../testing/requests/client.ts';
import { airport, startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

type Query = AuditFilters & { limit?: number; after?: string };
const read = async (reader: Client, query: Query = {}) =>
  (await reader.call(listAudit, { query: query as never })).ok();
/** Sentence and changes of the entries about a subject, oldest first. */
const sentences = async (reader: Client, query: AuditFilters) =>
  (await read(reader, query)).entries.toReversed().map(words);
const words = ({ sentence, changes }: AuditEntry) =>
  [sentence, ...changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`)].join(' | ');

describe('as an administrator', () => {
  test('listAudit presents the history of a user in sentences, with values before and after', async () => {
    const { millRoad } = world.locations;
    const max = await world.newUser('Max Manager', ['manager'], [millRoad]);
    const params = { id: max.id };
    const { ada, roleIds, locations } = world;
    const changes = { full_name: 'Max Muster', phone: '555-0100', employee_number: '4711' };
    (await ada.call(updateUser, { params, body: changes })).ok();
    (
      await ada.call(replaceUserRoles, { params, body: { role_ids: [roleIds.viewer, roleIds.employee] } })
    ).ok();
    (await ada.call(replaceUserLocations, { params, body: { location_ids: [locations.airport.id] } })).ok();
    (await ada.call(updateUser, { params, body: { is_active: false } })).ok();
    (await ada.call(updateUser, { params, body: { is_active: true } })).ok();
    (await ada.call(deleteUser, { params })).ok();

    expect(await sentences(ada, { user: max.id })).toEqual([
      'Ada Owner added Max Manager to Mill Road | Email: null → max.manager@northline.example | Full name: null → Max Manager | Status: null → Active | Locations added: null → Mill Road',
      'Ada Owner granted Max Manager the role manager | Roles added: null → manager',
      'Max Manager signed in | How: null → Password',
      'Ada Owner edited Max Manager | Full name: Max Manager → Max Muster | Phone: none → 555-0100 | Employee number: none → 4711',
      'Ada Owner granted Max Muster the roles employee and viewer and revoked the role manager | Roles removed: manager → null | Roles added: null → employee, viewer',
      'Ada Owner moved Max Muster from Mill Road to Airport | Locations removed: Mill Road → null | Locations added: null → Airport',
      'Ada Owner deactivated Max Muster | Status: Active → Inactive | Ended: null → 1 session',
      'Ada Owner activated Max Muster | Status: Inactive → Active',
      'Ada Owner deleted Max Muster | Email: max.manager@northline.example → null | Full name: Max Muster → null | Phone: 555-0100 → null | Employee number: 4711 → null | Status: Active → null | Roles: employee, viewer → null | Locations removed: Airport → null',
    ]);
    const [last] = (await read(ada, { user: max.id, limit: 1 })).entries;
    expect(last).toMatchObject({
      actor: { id: ada.id, name: 'Ada Owner' },
      via: 'screen',
      ip: '127.0.0.1',
      locations: [{ id: locations.airport.id, name: 'Airport' }],
    });
  });

  test('listAudit presents the history of a location under the name it had, also when it is deleted', async () => {
    const { ada } = world;
    const { id } = (await ada.call(createLocation, { body: { ...airport, name: 'Harbor' } })).ok();
    const params = { id };
    (await ada.call(updateLocation, { params, body: { name: 'Pier', phone: '555-0101' } })).ok();
    (await ada.call(deleteLocation, { params })).ok();
    const { entries } = await read(ada, { location: id });
    expect(entries.map((entry) => entry.sentence)).toEqual([
      'Ada Owner deleted the location Pier',
      'Ada Owner edited the location Pier',
      'Ada Owner added the location Harbor',
    ]);
    expect(entries.map((entry) => entry.locations[0]?.name)).toEqual(['Pier', 'Pier', 'Harbor']);
  });

  test('listAudit leaves out sign-ins and invitations before it counts the page, when only changes are asked for', async () => {
    const { ada } = world;
    const location = (await ada.call(createLocation, { body: { ...airport, name: 'Pier 7' } })).ok();
    await world.newUser('Sid Signer', ['employee'], [location]);
    const body = { email: 'una@northline.example', full_name: 'Una New', location_ids: [location.id] };
    const una = (await ada.call(createUser, { body })).ok();
    (await ada.call(sendInvitation, { params: { id: una.id }, body: {} })).ok();
    const asked = { location: location.id, only: 'changes' as const };
    const all = (await read(ada, { location: location.id })).entries.map(({ action }) => action);
    expect(all).toContain('session.started');
    expect(all).toContain('invitation.sent');
    const { entries } = await read(ada, { ...asked, limit: 3 });
    expect(entries.map(({ sentence }) => sentence)).toEqual([
      'Ada Owner added Una New to Pier 7',
      'Ada Owner granted Sid Signer the role employee',
      'Ada Owner added Sid Signer to Pier 7',
    ]);
    const whole = (await read(ada, asked)).entries.map(({ action }) => action);
    expect(whole).toEqual(all.filter((action) => !/^(session|invitation|recovery)\./.test(action)));
  });

  test('listAudit says what a role allowed before and after, and who lost it when it was deleted', async () => {
    const { ada } = world;
    const body = { name: 'Night Lead', permissions: ['users.read' as const] };
    const { id } = (await ada.call(createRole, { body })).ok();
    const sue = await world.newUser('Sue Seasonal', [], [world.locations.millRoad]);
    (await ada.call(replaceUserRoles, { params: { id: sue.id }, body: { role_ids: [id] } })).ok();
    const changes = { name: 'Late Lead', permissions: ['locations.read' as const] };
    (await ada.call(updateRole, { params: { id }, body: changes })).ok();
    (await ada.call(deleteRole, { params: { id } })).ok();
    const { entries } = await read(ada, {});
    expect(entries.filter((entry) => entry.subject.id === id).map(words)).toEqual([
      'Ada Owner deleted the role Late Lead | Permissions: See locations → null | Second factor required: no → null | Users affected: null → 1',
      'Ada Owner edited the role Night Lead | Name: Night Lead → Late Lead | Permissions removed: See the users of these locations → null | Permissions added: null → See locations',
      'Ada Owner added the role Night Lead | Name: null → Night Lead | Permissions: null → See the users of these locations',
    ]);
    expect((await sentences(ada, { user: sue.id })).at(-1)).toBe(
      'Ada Owner revoked the role Late Lead of Sue Seasonal | Roles removed: Late Lead → null | Reason: null → The role was deleted',
    );
  });

  test('listAudit filters by user, location, action and time at once', async () => {
    const { ada, locations } = world;
    const fay = await world.newUser('Fay Filter', ['employee'], [locations.airport]);
    const all = (await read(ada, { user: fay.id })).entries;
    const count = async (filters: AuditFilters) =>
      (await read(ada, { user: fay.id, ...filters })).entries.length;
    expect(all).toHaveLength(3);
    expect(await count({ action: 'user.created' })).toBe(1);
    expect(await count({ location: locations.airport.id })).toBe(3);
    expect(await count({ location: locations.millRoad.id })).toBe(0);
    const [newest, , oldest] = all;
    expect(await count({ from: newest?.at })).toBeGreaterThanOrEqual(1);
    expect(await count({ to: oldest?.at })).toBe(0);
    expect(await count({ from: oldest?.at, location: locations.airport.id, action: 'session.started' })).toBe(
      1,
    );
    // The same moment in another time zone.
    expect(await count({ from: '2000-01-01T00:00:00+05:00', to: '2999-12-31T23:59Z' })).toBe(3);
  });

  test('listAudit pages through the entries without a gap or a repetition', async () => {
    const all = (await read(world.ada, { limit: 500 })).entries.map((entry) => entry.id);
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await read(world.ada, { limit: 4, ...(after && { after }) });
      seen.push(...page.entries.map((entry) => entry.id));
      if (!page.next) break;
      after = page.next;
    }
    expect(seen).toEqual(all);
  });
});

test.each([
  'user=x',
  'location=1',
  'action=user.invented',
  'from=yesterday',
  'from=0000-01-01T00:00:00Z',
  'to=9999-12-31T23:59:59-12:00',
  'to=2026-13-01T00:00:00Z',
  'limit=0',
  'limit=501',
  'after=nonsense',
])('listAudit refuses and names a wrong filter: %s', async (query) => {
  for (const path of ['/api/audit', '/api/audit.csv'].slice(0, /limit|after/.test(query) ? 1 : 2)) {
    const response = await world.ada.raw('GET', `${path}?${query}`);
    expect(response.status).toBe(400);
    const { issues } = (await response.json()) as { issues: unknown };
    expect(issues).toEqual([expect.objectContaining({ path: query.split('=')[0] })]);
  }
});

test('listAudit refuses employees, users without a role and requests without a session', async () => {
  const clerk = await world.newUser('Eva Employee', ['employee'], [world.locations.millRoad]);
  const none = await world.newUser('Nora None');
  for (const path of ['/api/audit', '/api/audit.csv']) {
    expect((await clerk.raw('GET', path)).status).toBe(403);
    expect((await none.raw('GET', path)).status).toBe(403);
    expect((await world.nobody.raw('GET', path)).status).toBe(401);
  }
});

describe('an entry stays', () => {
  test('the API has no endpoint that changes or deletes an audit entry', async () => {
    const [entry] = (await read(world.ada)).entries;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of ['/api/audit', `/api/audit/${entry?.id}`, '/api/audit.csv']) {
        expect((await world.ada.raw(method, path, method === 'DELETE' ? undefined : {})).status).toBe(404);
      }
    }
    expect((await read(world.ada)).entries[0]).toEqual(entry);
  });

  test('the database refuses to change or delete an audit entry', async () => {
    const { write } = world.app.database;
    const refused = /The audit cannot be changed/;
    await expect(write((tx) => tx.deleteFrom('audit_entries').execute())).rejects.toThrow(refused);
    await expect(write((tx) => tx.deleteFrom('audit_entry_locations').execute())).rejects.toThrow(refused);
    await expect(
      write((tx) => tx.updateTable('audit_entries').set({ actor_name: 'Nobody' }).execute()),
    ).rejects.toThrow(refused);
    const around = {
      sqlite: [
        sql`insert or replace into audit_entries select * from audit_entries`,
        sql`insert or replace into audit_entry_locations select * from audit_entry_locations`,
      ],
      postgres: [sql`truncate audit_entries cascade`, sql`truncate audit_entry_locations`],
    };
    for (const statement of around[world.app.database.dialect])
      await expect(write((tx) => statement.execute(tx))).rejects.toThrow(refused);
  });
});
