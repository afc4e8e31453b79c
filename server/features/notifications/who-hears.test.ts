import { afterAll, beforeAll, expect, test } from 'vitest';
import { listChanges } from '../../../contract/changes.ts';
import { sendInvitation } from '../../../contract/invitations.ts';
import { closeLocation, reopenLocation } from '../../../contract/locations.ts';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import {
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  markNotificationsSeen,
  saveNotificationSettings,
} from '../../../contract/notifications/notifications.ts';
import { watchView } from '../../../contract/notifications/watches.ts';
import { createRole, updateRole } from '../../../contract/roles.ts';
import {
  createUser,
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { createView } from '../../../contract/views.ts';
import { choosable, type Emailed, NotifiedModel, type Person } from '../../testing/notified-model.ts';
import { createClient } from '../../testing/requests/client.ts';
import { chooserOf, seededRandom } from '../../testing/worlds/seeded-random.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { tellOfFailedInvitation } from '../auth/accounts/invitation-notices.service.ts';

/** `ACTS=500 MARKS=500 npm test -- who-hears` makes as many; TEST_SEED makes others. */
const actsCount = Number(process.env.ACTS ?? 80);
const marksCount = Number(process.env.MARKS ?? 100);
const minute = 60_000;
const zone = 'America/Chicago';
const password = 'horse of receivers';

let clock = Date.parse('2026-10-29T12:00:00.000Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock) });
});
afterAll(() => world.close());

const { chance, between, oneOf, some } = chooserOf(seededRandom());
const model = new NotifiedModel(zone);

/** Signed in anew, because the clock of this test runs fast. */
const sessions = new Map<string, { user: User; until: number }>();
async function as({ id, email }: Pick<Person, 'id' | 'email'>): Promise<User> {
  const known = sessions.get(id);
  if (known && known.until > clock) return known.user;
  const token = await signInAs(world.app, { id, email });
  const user = { ...createClient(world.url, token), id, email, token };
  sessions.set(id, { user, until: clock + 40 * minute });
  return user;
}

const nobody = (id: string, email: string, name: string): Person => ({
  ...{
    id,
    email,
    name,
    role: null,
    at: new Map<string, number>(),
    isActive: true,
    hasJoined: false,
    bell: {},
    emails: {},
    watch: null,
  },
});

const kindsOfPeople: [string, string | null, number[]][] = [
  ...([
    ['Adam', 'admin', []],
    ['Amy', 'admin', [0]],
  ] as [string, string, number[]][]),
  ...([
    ['Mia', 'manager', [0]],
    ['Max', 'manager', [1]],
    ['Mo', 'manager', [0, 1]],
  ] as [string, string, number[]][]),
  ...([
    ['Eve', 'employee', [0]],
    ['Eli', 'employee', [1]],
    ['Vic', 'viewer', [0]],
  ] as [string, string, number[]][]),
  ...([
    ['Val', 'viewer', []],
    ['Sue', 'Special', [0]],
    ['Sam', 'Special', [1]],
  ] as [string, string, number[]][]),
  ['Nil', null, [0]],
];

async function makeCast(places: readonly string[], viewId: string): Promise<Person[]> {
  const cast: Person[] = [];
  for (const [name, role, at] of kindsOfPeople) {
    const location_ids = at.map((index) => places[index] ?? '');
    const email = `${name}@northline.example`.toLowerCase();
    const { id } = (
      await world.ada.call(createUser, { body: { email, full_name: name, location_ids } })
    ).ok();
    const role_ids = role === null ? [] : [roleIds[role] ?? ''];
    (await world.ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
    await signInAs(world.app, { id, email }, { password });
    const person = { ...nobody(id, email, name), role, hasJoined: true };
    model.assign(person, location_ids);
    for (const kind of choosable) {
      person.bell[kind] = chance(0.85);
      person.emails[kind] = oneOf(['now', 'daily', 'never']);
    }
    const settings = choosable.map((kind) => ({
      ...{ kind, bell: person.bell[kind] ?? true, email: person.emails[kind] ?? 'never' },
    }));
    const user = await as(person);
    (await user.call(saveNotificationSettings, { body: { settings, time_zone: zone } })).ok();
    model.people.push(person);
    cast.push(person);
    if (!['Amy', 'Mo', 'Vic'].includes(name)) continue;
    const delivery = oneOf(['now', 'daily'] as const);
    (await user.call(watchView, { params: { id: viewId }, body: { condition: 'enters', delivery } })).ok();
    person.watch = { delivery, known: new Set(), scope: model.scopeOf(person) };
  }
  return cast;
}

const roleIds: Record<string, string> = {};

/** The emails since the last call, as their receivers read them. */
const readMails = new Set<string>();
async function newEmails(): Promise<Map<string, Emailed[]>> {
  const found = new Map<string, Emailed[]>();
  for (const row of await world.app.database.read.selectFrom('mail_outbox').selectAll().execute()) {
    if (readMails.has(row.id)) continue;
    readMails.add(row.id);
    const text = world.app.mailer.readText(row.body) ?? '';
    const parts = text.split('\n\n').filter((part) => part.includes('\nYou get this '));
    if (parts.length === 0) continue;
    const texts = parts.map((part) => withoutDevice(part.split('\n')[0]?.replace(/\.$/, '') ?? '')).sort();
    const isDigest = row.subject.startsWith('Canopy today');
    found.set(row.to_address, [...(found.get(row.to_address) ?? []), { isDigest, texts }]);
  }
  return found;
}
const sorted = (texts: readonly string[]) => [...texts].sort();
/** The outbox has no order. */
const byAddress = (emails: Map<string, Emailed[]>) =>
  Object.fromEntries(
    [...emails].map(([address, some]) => [address, sorted(some.map((one) => JSON.stringify(one)))]),
  );
const withoutDevice = (text: string) => text.replace(/(new device): .*/, '$1');

test('random acts: who is concerned hears once in the bell, by email and by the stream, and nobody else does', async () => {
  const { ada, locations } = world;
  const places = [locations.millRoad, locations.airport];
  const closed = new Set<string>();
  const special = { name: 'Special', description: '', permissions: ['locations.read' as const] };
  Object.assign(roleIds, world.roleIds, { Special: (await ada.call(createRole, { body: special })).ok().id });
  model.permissions.set('Special', special.permissions);
  const view = { list: 'users' as const, name: 'Walkers', query: 'q=walk', is_shared: true };
  const { id: viewId } = (await ada.call(createView, { body: view })).ok();
  const cast = await makeCast(
    places.map(({ id }) => id),
    viewId,
  );
  await world.settle();
  await world.app.database.write(async (tx) => {
    for (const table of ['notifications', 'location_notices', 'notice_marks'] as const)
      await tx.deleteFrom(table).execute();
  });
  await newEmails();
  const walkers: Person[] = [];
  const admins = cast.filter(({ role }) => role === 'admin');
  const watchers = cast.filter(({ watch, role }) => watch && role !== 'admin');
  const openPlaces = () => places.filter(({ id }) => !closed.has(id));
  const nameOf = (id: string) => places.find((place) => place.id === id)?.name ?? '';
  const move = (actor: Person, about: Person, next: ReadonlySet<string>) => {
    const was = about.at;
    model.assign(about, next);
    for (const { id } of places) {
      if (was.has(id) === next.has(id)) continue;
      const text = `${about.name} ${next.has(id) ? 'joined' : 'left'} ${nameOf(id)}`;
      model.tellAt(id, { kind: 'location_users', text, actor, about });
    }
  };
  const account = { type: 'account' } as const;
  let made = 0;

  const acts: Record<string, () => Promise<Person | null>> = {
    async move() {
      const actor = oneOf(admins);
      const one = oneOf(oneOf([cast, watchers, walkers.length > 0 ? walkers : cast]));
      const next = new Set(
        places.filter(({ id }) => chance(0.5) && (!closed.has(id) || one.at.has(id))).map(({ id }) => id),
      );
      const body = { location_ids: [...next] };
      (await (await as(actor)).call(replaceUserLocations, { params: { id: one.id }, body })).ok();
      const was = one.at;
      const added = [...next].filter((id) => !was.has(id)).length;
      const removed = [...was.keys()].filter((id) => !next.has(id)).length;
      const parts = [...(added ? [`${added} added`] : []), ...(removed ? [`${removed} removed`] : [])];
      const text = `Your locations changed: ${parts.join(', ')}`;
      if (parts.length > 0) model.tell(actor, [one], { kind: 'access_changed', text, subject: account });
      move(actor, one, next);
      return actor;
    },
    async role() {
      const [actor, one] = [oneOf(admins), oneOf(cast.filter(({ role }) => role !== 'admin'))];
      const role = oneOf(['manager', 'employee', 'viewer', 'Special', null]);
      const role_ids = role === null ? [] : [roleIds[role] ?? ''];
      (await (await as(actor)).call(replaceUserRoles, { params: { id: one.id }, body: { role_ids } })).ok();
      const was = one.role;
      one.role = role;
      const parts = [...(role ? [`role ${role} added`] : []), ...(was ? [`role ${was} removed`] : [])];
      const text = `Your roles changed: ${parts.join(', ')}`;
      if (was !== role) model.tell(actor, [one], { kind: 'access_changed', text, subject: account });
      return actor;
    },
    async permissions() {
      const actor = oneOf(admins);
      const has = (model.permissions.get('Special') ?? []).length > 1;
      const permissions = has ? (['locations.read'] as const) : (['locations.read', 'users.read'] as const);
      const body = { permissions: [...permissions] };
      (await (await as(actor)).call(updateRole, { params: { id: roleIds.Special ?? '' }, body })).ok();
      model.permissions.set('Special', permissions);
      const text = 'The permissions of your role Special changed';
      const holders = cast.filter(({ role }) => role === 'Special');
      model.tell(actor, holders, { kind: 'access_changed', text, subject: account });
      return actor;
    },
    async close() {
      const [actor, { id, name }] = [oneOf(admins), oneOf(places)];
      const user = await as(actor);
      const isClosed = closed.has(id);
      if (isClosed) (await user.call(reopenLocation, { params: { id } })).ok();
      else (await user.call(closeLocation, { params: { id }, body: { closed_on: '2026-10-01' } })).ok();
      if (isClosed) closed.delete(id);
      else closed.add(id);
      const text = `${name} was ${isClosed ? 'reopened' : 'closed'}`;
      model.tellAt(id, { kind: 'location_closed', text, actor });
      return actor;
    },
    async add() {
      const [place] = some(openPlaces(), 1);
      if (!place) return null;
      const managers = model.managersOf(place.id).filter(({ isActive }) => isActive);
      const actor = oneOf([...admins, ...managers]);
      const [name, email] = [`Walk ${++made}`, `walk${made}@northline.example`];
      const body = { email, full_name: name, location_ids: [place.id] };
      const { id } = (await (await as(actor)).call(createUser, { body })).ok();
      const walker = nobody(id, email, name);
      walkers.push(walker);
      model.people.push(walker);
      move(actor, walker, new Set([place.id]));
      return actor;
    },
    async remove() {
      const [walker] = some(walkers, 1);
      if (!walker) return null;
      const actor = oneOf(admins);
      (await (await as(actor)).call(deleteUser, { params: { id: walker.id } })).ok();
      walkers.splice(walkers.indexOf(walker), 1);
      model.remove(walker);
      move(actor, walker, new Set());
      return actor;
    },
    async inviteInVain() {
      const inviters = cast.filter((one) => one.isActive && model.has(one, 'users.invite'));
      // Managers may lose sight of whom they invited.
      const managers = inviters.filter(({ role }) => role === 'manager');
      const actor = oneOf(managers.length > 0 ? managers : inviters);
      const [walker] = some(
        walkers.filter((one) => model.seesUser(actor, one)),
        1,
      );
      if (!walker) return null;
      const params = { id: walker.id };
      (await (await as(actor)).call(sendInvitation, { params, body: { by: 'mail' } })).ok();
      await world.app.database.write(async (tx) => {
        const query = tx.selectFrom('auth_invitations').select('mail_id').where('user_id', '=', walker.id);
        await tellOfFailedInvitation(world.app, tx, (await query.executeTakeFirst())?.mail_id ?? '');
      });
      const text = `The invitation of ${walker.name} could not be delivered`;
      // Nobody's act, so that also the inviter hears of it.
      model.tell(null, [actor], {
        kind: 'invitation_failed',
        text,
        subject: { type: 'user', id: walker.id },
      });
      return actor;
    },
    async useNewDevice() {
      const actor = oneOf(cast.filter(({ isActive }) => isActive));
      const body = { email: actor.email, password };
      const answer = await createClient(world.url).raw('POST', '/auth/v1/token?grant_type=password', body, {
        'user-agent': 'Mozilla/5.0',
      });
      expect(answer.status).toBe(200);
      const text = 'Your account was used on a new device';
      model.tell(actor, [actor], { kind: 'security', text, subject: account });
      return actor;
    },
    async deactivate() {
      const actor = oneOf(admins);
      const one = oneOf(cast.filter(({ name, isActive }) => ['Eli', 'Mia'].includes(name) || !isActive));
      const body = { is_active: !one.isActive };
      (await (await as(actor)).call(updateUser, { params: { id: one.id }, body })).ok();
      one.isActive = !one.isActive;
      sessions.delete(one.id);
      return actor;
    },
  };

  const active = () => cast.filter(({ isActive }) => isActive);
  const cursors = async () => {
    const read = async (one: Person) => {
      const { cursor } = (
        await (await as(one)).call(listChanges, { query: { since: '', lists: 'notifications' } })
      ).ok();
      return [one, { cursor, scope: model.scopeOf(one) }] as const;
    };
    return new Map(await Promise.all(some(active(), 5).map(read)));
  };
  let rings = 0;
  const heard = { emails: 0, digests: 0 };
  for (let step = 0; step < actsCount; step++) {
    clock += between(11, 200) * minute;
    const before = await cursors();
    model.act();
    const name = oneOf(Object.keys(acts));
    const actor = await acts[name]?.();
    clock += 61_000;
    await world.workOnNotifications();
    if (actor) model.evaluateWatches(actor, viewId, walkers);
    const where = `act ${step}, ${name} by ${actor?.name}`;
    for (const [one, { cursor: since, scope }] of before) {
      // A stream of another scope ends, and begins anew with everything.
      if (!one.isActive || scope !== model.scopeOf(one)) continue;
      const query = { since, lists: 'notifications' };
      const { changed } = (await (await as(one)).call(listChanges, { query })).ok();
      const isTold = model.rings(one);
      if (isTold) rings += 1;
      expect(changed, `the stream of ${one.name} after ${where}`).toEqual(isTold ? ['notifications'] : []);
    }
    await world.workOnNotifications();
    const expected = model.sendEmails(new Date(clock));
    const sent = await newEmails();
    expect(byAddress(sent), `emails after ${where}`).toEqual(byAddress(expected));
    for (const { isDigest } of [...sent.values()].flat()) heard[isDigest ? 'digests' : 'emails'] += 1;
    for (const one of step === actsCount - 1 ? active() : some(active(), 3)) {
      const { notifications } = (
        await (await as(one)).call(listNotifications, { query: { limit: 100 } })
      ).ok();
      const texts = notifications.map((row) => withoutDevice(notificationText(row)));
      expect(sorted(texts), `the bell of ${one.name} after ${where}`).toEqual(sorted(model.bellOf(one)));
    }
  }
  expect(rings).toBeGreaterThan(actsCount / 10);
  expect(heard.emails).toBeGreaterThan(actsCount / 10);
  expect(heard.digests).toBeGreaterThan(2);
  expect(model.hidden().own).toBeGreaterThan(0);
  expect(model.hidden().ofLocations).toBeGreaterThan(0);
}, 300_000);

test('the badge is what a model counts after random marks', async () => {
  const { id, email } = model.people[0] ?? expect.fail();
  const reader = await as({ id, email });
  const rows: { id: string; at: string; isRead: boolean }[] = [];
  let seen = '';
  const arrive = async () => {
    clock += 1000;
    const [id, at] = [crypto.randomUUID(), new Date(clock).toISOString()];
    rows.push({ id, at, isRead: false });
    await world.app.database.write((tx) =>
      tx
        .insertInto('notifications')
        .values({
          ...{
            id,
            user_id: reader.id,
            kind: 'security',
            subject_type: 'account',
            subject_id: null,
            details: '{}',
          },
          ...{ subject_name: '', location_id: null, count: 1, first_at: at, last_at: at, read_at: null },
          ...{ merge_key: id, is_in_bell: true, email: null },
        })
        .execute(),
    );
  };
  await world.app.database.write((tx) =>
    tx.deleteFrom('notifications').where('user_id', '=', reader.id).execute(),
  );
  await arrive();
  for (let step = 0; step < marksCount; step++) {
    const row = oneOf(rows);
    const share = between(0, 99) / 100;
    let counts: { unseen: number; unread: number };
    if (share < 0.15) {
      await arrive();
      counts = (await reader.call(listNotifications, { query: { limit: 1 } })).ok();
    } else if (share < 0.35) {
      counts = (await reader.call(markNotificationsSeen, { body: { until: row.at } })).ok();
      if (row.at > seen) seen = row.at;
    } else if (share < 0.45) {
      counts = (await reader.call(markNotificationsRead, { body: { until: row.at } })).ok();
      for (const one of rows) if (one.at <= row.at) one.isRead = true;
    } else {
      const is_read = between(0, 99) / 100 < 0.5;
      counts = (await reader.call(markNotificationRead, { params: { id: row.id }, body: { is_read } })).ok();
      row.isRead = is_read;
    }
    const unread = rows.filter(({ isRead }) => !isRead);
    expect({ unseen: counts.unseen, unread: counts.unread }, `step ${step}`).toEqual({
      unseen: unread.filter(({ at }) => at > seen).length,
      unread: unread.length,
    });
  }
});
