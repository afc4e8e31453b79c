import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLocation, getLocation, reopenLocation } from '../../../contract/locations.ts';
import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import {
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  markNotificationsSeen,
} from '../../../contract/notifications.ts';
import { createUser, deleteUser, replaceUserLocations, replaceUserRoles } from '../../../contract/users.ts';
import { seededRandom, testSeed } from '../../testing/worlds/seeded-random.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let clock = Date.parse('2026-11-20T12:00:00.000Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock) });
});
afterAll(() => world.close());

const random = seededRandom(testSeed());
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;

/** What the model knows of a user. */
interface Known {
  user: User;
  name: string;
  roles: string[];
  at: Set<string>;
}

test('random acts: everybody concerned is told once per act, never of own acts, and reads only what is in scope', async () => {
  const { millRoad, airport } = world.locations;
  const locations = [millRoad, airport];
  const closed = new Set<string>();
  const cast: Known[] = [];
  for (const role of ['admin', 'manager', 'employee', 'viewer', 'none'] as const) {
    for (const [index, location] of [millRoad, airport, null].entries()) {
      const roles = role === 'none' ? [] : [role];
      const user = await world.newUser(`${role} ${index}`, roles, location ? [location] : []);
      cast.push({ user, name: `${role} ${index}`, roles, at: new Set(location ? [location.id] : []) });
    }
  }
  await world.app.database.write((tx) => tx.deleteFrom('notifications').execute());
  const told = new Map<string, number>();
  const tell = (kind: NotificationKind, actor: Known, receivers: readonly Known[], subject?: Known) => {
    for (const one of receivers) {
      if (one === actor || (kind === 'location_users' && one === subject)) continue;
      told.set(`${one.name} ${kind}`, (told.get(`${one.name} ${kind}`) ?? 0) + 1);
    }
  };
  const managersOf = (id: string) => cast.filter(({ roles, at }) => roles.includes('manager') && at.has(id));
  const acting = cast.filter(({ roles }) => roles.includes('admin'));
  const others = cast.filter(({ roles }) => !roles.includes('admin'));

  const acts: Record<string, () => Promise<void>> = {
    async move() {
      const [actor, one] = [pick(acting), pick(cast)];
      const next = new Set(locations.filter(() => random() < 0.5).map(({ id }) => id));
      for (const id of [...next]) if (closed.has(id) && !one.at.has(id)) next.delete(id);
      const body = { location_ids: [...next] };
      const answer = await actor.user.call(replaceUserLocations, { params: { id: one.user.id }, body });
      if (answer.status !== 200) return;
      const changed = [...new Set([...next, ...one.at])].filter((id) => next.has(id) !== one.at.has(id));
      one.at = next;
      if (changed.length > 0) tell('access_changed', actor, [one]);
      // Managers are found at the end of the act; who moved is not told of it.
      for (const id of changed) tell('location_users', actor, managersOf(id), one);
    },
    async role() {
      const [actor, one] = [pick(acting), pick(others)];
      const role = pick(['manager', 'employee', 'viewer'] as const);
      const body = { role_ids: [world.roleIds[role]] };
      (await actor.user.call(replaceUserRoles, { params: { id: one.user.id }, body })).ok();
      if (one.roles.join() === role) return;
      one.roles = [role];
      tell('access_changed', actor, [one]);
    },
    async close() {
      const [actor, { id }] = [pick(acting), pick(locations)];
      const isClosed = closed.has(id);
      if (isClosed) (await actor.user.call(reopenLocation, { params: { id } })).ok();
      else (await actor.user.call(closeLocation, { params: { id }, body: { closed_on: '2026-11-19' } })).ok();
      if (isClosed) closed.delete(id);
      else closed.add(id);
      tell(
        'location_closed',
        actor,
        cast.filter(({ at }) => at.has(id)),
      );
    },
    async addAndDelete() {
      const open = locations.filter(({ id }) => !closed.has(id));
      if (open.length === 0) return;
      const [actor, { id: at }] = [pick(acting), pick(open)];
      const body = { email: `m${random()}@northline.example`, full_name: 'Someone', location_ids: [at] };
      const { id } = (await actor.user.call(createUser, { body })).ok();
      (await actor.user.call(deleteUser, { params: { id } })).ok();
      tell('location_users', actor, managersOf(at));
      tell('location_users', actor, managersOf(at));
    },
  };
  for (let step = 0; step < 80; step++) {
    await pick(Object.values(acts))();
    clock += 20_000;
  }

  const rows = await world.app.database.read.selectFrom('notifications').selectAll().execute();
  const found = new Map<string, number>();
  for (const { user_id, kind, count } of rows) {
    const name = cast.find(({ user }) => user.id === user_id)?.name;
    found.set(`${name} ${kind}`, (found.get(`${name} ${kind}`) ?? 0) + count);
  }
  const sorted = (map: Map<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(found)).toEqual(sorted(told));
  expect(rows.length).toBeGreaterThan(30);

  let hidden = 0;
  for (const { user, name } of cast) {
    const listed = new Set(
      (await user.call(listNotifications, { query: { limit: 100 } })).ok().notifications.map(({ id }) => id),
    );
    const own = rows.filter(({ user_id }) => user_id === user.id);
    for (const { id, subject_type, subject_id } of own) {
      const isSeen =
        subject_type === 'account' ||
        (await user.call(getLocation, { params: { id: subject_id ?? '' } })).status === 200;
      expect(listed.has(id), `${name} reads a ${subject_type}`).toBe(isSeen);
      if (!isSeen) hidden += 1;
    }
    expect(listed.size).toBeLessThanOrEqual(own.length);
  }
  expect(hidden).toBeGreaterThan(0);
});

test('the badge is what a model counts after 500 random marks', async () => {
  const reader = await world.newUser('Badge Reader', ['employee']);
  const model: { id: string; at: string; isRead: boolean }[] = [];
  let seen = '';
  const arrive = async () => {
    clock += 1000;
    const [id, at] = [crypto.randomUUID(), new Date(clock).toISOString()];
    model.push({ id, at, isRead: false });
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
  for (let step = 0; step < 500; step++) {
    const row = pick(model);
    const share = random();
    let counts: { unseen: number; unread: number };
    if (share < 0.15) {
      await arrive();
      counts = (await reader.call(listNotifications, { query: { limit: 1 } })).ok();
    } else if (share < 0.35) {
      counts = (await reader.call(markNotificationsSeen, { body: { until: row.at } })).ok();
      if (row.at > seen) seen = row.at;
    } else if (share < 0.45) {
      counts = (await reader.call(markNotificationsRead, { body: { until: row.at } })).ok();
      for (const one of model) if (one.at <= row.at) one.isRead = true;
    } else {
      const is_read = random() < 0.5;
      counts = (await reader.call(markNotificationRead, { params: { id: row.id }, body: { is_read } })).ok();
      row.isRead = is_read;
    }
    const unread = model.filter(({ isRead }) => !isRead);
    expect({ unseen: counts.unseen, unread: counts.unread }, `step ${step}`).toEqual({
      unseen: unread.filter(({ at }) => at > seen).length,
      unread: unread.length,
    });
  }
});
