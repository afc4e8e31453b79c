import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDistrict, moveLocation } from '../../../contract/districts.ts';
import { watchesMaxCount } from '../../../contract/fields/limits.ts';
import { sendInvitation } from '../../../contract/invitations.ts';
import { createLocation, listLocations } from '../../../contract/locations.ts';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import { listNotifications } from '../../../contract/notifications/notifications.ts';
import { listWatches, unwatchView, watchView } from '../../../contract/notifications/watches.ts';
import { createRole, deleteRole } from '../../../contract/roles.ts';
import { listEmails } from '../../../contract/settings.ts';
import {
  createUser,
  deleteUser,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { createView, deleteView, updateView } from '../../../contract/views.ts';
import { createClient } from '../../testing/requests/client.ts';
import { seededRandom } from '../../testing/worlds/seeded-random.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';

import { tellOfFailedInvitation } from '../auth/accounts/invitation-notices.service.ts';

let clock = Date.parse('2026-11-20T12:00:00.000Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock) });
});
afterAll(() => world.close());

/** Signed in anew, because the clock of these tests runs fast. */
async function again(user: { id: string; email: string }): Promise<User> {
  const token = await signInAs(world.app, user);
  return { ...createClient(world.url, token), id: user.id, email: user.email, token };
}
/** A minute later, the worker of one of three processes has looked. */
const look = async () => {
  clock += 61_000;
  await Promise.all([world.workOnNotifications(), world.workOnNotifications(), world.workOnNotifications()]);
};
const watchedBy = async (user: User) => {
  const rows = (await (await again(user)).call(listNotifications, { query: { limit: 100 } })).ok()
    .notifications;
  return rows.filter(({ kind }) => kind === 'view_changed');
};
const invitationTo = (user?: { id: string }) =>
  ({ params: { id: user?.id ?? '' }, body: { by: 'mail' } }) as const;
let made = 0;
const add = async (by: User, rest: { location_ids?: string[] } = {}) => {
  const body = { email: `w${made++}@northline.example`, full_name: `Watched ${made}`, ...rest };
  return (await by.call(createUser, { body })).ok();
};
const watch = async (
  user: User,
  name: string,
  query: string,
  condition: 'enters' | 'not_empty' = 'enters',
) => {
  const view = (await user.call(createView, { body: { list: 'users', name, query } })).ok();
  (await user.call(watchView, { params: { id: view.id }, body: { condition, delivery: 'now' } })).ok();
  return view;
};

test('a watch tells when others bring something into the view, once, by one email with the name of the view', async () => {
  const ada = await again(world.ada);
  const vera = await world.newUser('Vera Viewer', ['viewer'], []);
  (
    await ada.call(replaceUserRoles, { params: { id: vera.id }, body: { role_ids: [world.roleIds.admin] } })
  ).ok();
  const view = await watch(await again(vera), 'Inactive users', 'status=inactive');
  const one = await add(ada);
  await look();
  expect(await watchedBy(vera)).toEqual([]);
  (
    await (await again(world.ada)).call(updateUser, { params: { id: one.id }, body: { is_active: false } })
  ).ok();
  await look();
  const [row] = await watchedBy(vera);
  expect(row && notificationText(row)).toBe(`${one.full_name} entered Inactive users`);
  expect(row).toMatchObject({ path: '/users?status=inactive', count: 1 });
  await look();
  await look();
  expect(await watchedBy(vera)).toHaveLength(1);
  const { mails } = (await (await again(world.ada)).call(listEmails, { query: {} } as never)).ok();
  expect(mails.filter(({ to }) => to === vera.email).map(({ subject }) => subject)).toEqual([
    `${one.full_name} entered Inactive users`,
  ]);
  // Own acts are known to oneself.
  const own = await again(vera);
  const two = await add(own);
  (await own.call(updateUser, { params: { id: two.id }, body: { is_active: false } })).ok();
  await look();
  expect((await watchedBy(vera)).reduce((sum, { count }) => sum + count, 0)).toBe(1);
  (await (await again(vera)).call(deleteView, { params: { id: view.id } })).ok();
  expect(await watchedBy(vera)).toEqual([]);
});

test('a change of scope, permissions or the view replaces what is known without a word', async () => {
  const ada = await again(world.ada);
  const { millRoad, airport: far } = world.locations;
  await add(ada, { location_ids: [far.id] });
  const user = await world.newUser('Max Moved', ['manager'], [millRoad]);
  const view = await watch(user, 'Active here', 'status=active');
  const body = { location_ids: [millRoad.id, far.id] };
  (await (await again(world.ada)).call(replaceUserLocations, { params: { id: user.id }, body })).ok();
  await look();
  expect(await watchedBy(user)).toEqual([]);
  (await (await again(user)).call(updateView, { params: { id: view.id }, body: { query: '' } })).ok();
  await add(await again(world.ada), { location_ids: [far.id] });
  await look();
  expect(await watchedBy(user)).toEqual([]);
  await add(await again(world.ada), { location_ids: [far.id] });
  await look();
  expect((await watchedBy(user)).map(notificationText)).toEqual([
    expect.stringMatching(/ entered Active here$/),
  ]);
});

test('a watch of the users of a district hears of a location that others move into it, and not of own moves', async () => {
  const ada = await again(world.ada);
  const { id: north } = (await ada.call(createDistrict, { body: { name: 'Watched North' } })).ok();
  const nora = await again(await newAdmin('Nora'));
  await watch(nora, 'Of the north', `district=${north}`);
  const move = async (by: User, name: string) => {
    const location = (await by.call(createLocation, { body: { ...airport, name } })).ok();
    const user = await add(by, { location_ids: [location.id] });
    (await by.call(moveLocation, { params: { id: location.id }, body: { district_id: north } })).ok();
    return user;
  };
  const byOther = await move(ada, 'Moved by Ada');
  await look();
  await move(await again(nora), 'Moved by Nora');
  await look();
  expect((await watchedBy(nora)).map(notificationText)).toEqual([
    `${byOther.full_name} entered Of the north`,
  ]);
  const { locations } = (await (await again(nora)).call(listLocations, { query: { district: north } })).ok();
  for (const { id } of locations)
    (await (await again(world.ada)).call(moveLocation, { params: { id }, body: { district_id: null } })).ok();
  await look();
  expect(await watchedBy(nora)).toHaveLength(1);
});

test('not empty is told when an empty view gets a row, and time alone brings rows once a day', async () => {
  const wes = await again(await newAdmin('Wes'));
  const gone = await watch(wes, 'Nobody', `q=nobody-has-this-name-${made}`, 'not_empty');
  const silent = await watch(wes, 'Silent', 'last_sign_in=30', 'enters');
  const body = { email: 'q@northline.example', full_name: `nobody-has-this-name-${made}` };
  const user = (await (await again(world.ada)).call(createUser, { body })).ok();
  await look();
  expect((await watchedBy(wes)).map(notificationText)).toContain(`Nobody is not empty: ${user.full_name}`);
  (await (await again(world.ada)).call(deleteUser, { params: { id: user.id } })).ok();
  const before = await watchedBy(wes);
  await look();
  expect(await watchedBy(wes)).toHaveLength(before.length);
  clock += 31 * 86_400_000;
  await look();
  expect((await watchedBy(wes)).some(({ subject_name }) => subject_name === 'Silent')).toBe(true);
  const fresh = await again(wes);
  expect(
    (await fresh.call(listWatches, {}))
      .ok()
      .watches.map(({ view_id }) => view_id)
      .sort(),
  ).toEqual([gone.id, silent.id].sort());
  (await fresh.call(unwatchView, { params: { id: gone.id } })).ok();
  (await fresh.call(unwatchView, { params: { id: gone.id } })).ok();
  expect((await fresh.call(listWatches, {})).ok().watches).toHaveLength(1);
});

test('a watch hears of what others change, however late it is saved and whatever its clock says, and never of own acts', async () => {
  const { app } = world;
  const wanda = await again(await newAdmin('Wanda'));
  const role = { name: 'Night shift', description: '', permissions: ['users.read' as const] };
  const { id: role_id } = (await wanda.call(createRole, { body: role })).ok();
  const people = [await add(wanda), await add(wanda), await add(wanda)];
  for (const { id } of people.slice(0, 2))
    (await wanda.call(replaceUserRoles, { params: { id }, body: { role_ids: [role_id] } })).ok();
  const body = { role_ids: [world.roleIds.viewer] };
  (await wanda.call(replaceUserRoles, { params: { id: people[2]?.id ?? '' }, body })).ok();
  const view = await watch(wanda, 'Without a role', 'role=none');
  const failing = await watch(wanda, 'Undelivered', 'invitation=failed');
  // Deleting the role brings its holders into the view: nobody hears of their own acts.
  (await wanda.call(deleteRole, { params: { id: role_id } })).ok();
  await look();
  expect(await watchedBy(wanda)).toEqual([]);

  // A server whose clock is two minutes behind, or a change that waited for two minutes before it was saved.
  clock -= 120_000;
  const params = { id: people[2]?.id ?? '' };
  (await (await again(world.ada)).call(replaceUserRoles, { params, body: { role_ids: [] } })).ok();
  clock += 120_000;
  await look();
  const texts = async () => (await watchedBy(wanda)).map(notificationText);
  expect(await texts()).toEqual([expect.stringMatching(/ entered Without a role$/)]);

  // The row of an invited user changes when the mail server refuses the email: nobody did that.
  const invited = (await (await again(world.ada)).call(sendInvitation, invitationTo(people[0]))).ok();
  expect(invited.state).toBe('invited');
  const mails = app.database.read.selectFrom('auth_invitations').where('user_id', '=', people[0]?.id ?? '');
  const { mail_id } = await mails.select('mail_id').executeTakeFirstOrThrow();
  const mail = app.database.read.selectFrom('mail_outbox').where('id', '=', mail_id ?? '');
  await vi.waitFor(async () => {
    expect((await mail.select('state').executeTakeFirstOrThrow()).state).toBe('kept');
  });
  await app.database.write(async (tx) => {
    await tx
      .updateTable('mail_outbox')
      .set({ state: 'failed' })
      .where('id', '=', mail_id ?? '')
      .execute();
    await tellOfFailedInvitation(app, tx, mail_id ?? '');
  });
  await look();
  expect(await texts()).toContainEqual(expect.stringMatching(/ entered Undelivered$/));

  // Another query is another view, from the change on: what enters afterwards is told.
  const renewed = await again(wanda);
  (await renewed.call(updateView, { params: { id: view.id }, body: { query: 'status=inactive' } })).ok();
  await look();
  const off = { params: { id: people[1]?.id ?? '' }, body: { is_active: false } };
  (await (await again(world.ada)).call(updateUser, off)).ok();
  await look();
  const rows = await watchedBy(wanda);
  const count = rows
    .filter((row) => row.subject_name === 'Without a role')
    .reduce((n, row) => n + row.count, 0);
  expect([count, failing.name]).toEqual([2, 'Undelivered']);
});

test('what only reads, or was refused, wakes no watch', async () => {
  const una = await again(await newAdmin('Una'));
  const clerk = await again(await newUserAs('viewer', 'Clive'));
  await watch(una, 'Quiet', 'status=inactive');
  await look();
  const evaluatedAt = async () => {
    const query = world.app.database.read.selectFrom('view_watches').select('evaluated_at');
    return (await query.where('user_id', '=', una.id).executeTakeFirstOrThrow()).evaluated_at;
  };
  const before = await evaluatedAt();
  // Refused, and recorded in the audit log with the user as its subject.
  const body = { full_name: 'Renamed' };
  expect((await clerk.call(updateUser, { params: { id: una.id }, body })).problem().status).toBe(403);
  const entries = world.app.database.read.selectFrom('audit_entries').where('subject_id', '=', una.id);
  expect((await entries.selectAll().where('action', '=', 'access.denied').execute()).length).toBe(1);
  await look();
  expect(await evaluatedAt()).toBe(before);
});

const newAdmin = (name: string) => newUserAs('admin', name);

async function newUserAs(role: keyof World['roleIds'], name: string) {
  const ada = await again(world.ada);
  const body = { email: `${name}@northline.example`.toLowerCase(), full_name: name };
  const { id, email } = (await ada.call(createUser, { body })).ok();
  const role_ids = [world.roleIds[role]];
  (await ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
  return { id, email };
}

test('watchView refuses an unknown view, and one watch too many', async () => {
  const tia = await again(await newAdmin('Tia'));
  const start = (id: string) =>
    tia.call(watchView, { params: { id }, body: { condition: 'enters', delivery: 'daily' } });
  expect((await start(crypto.randomUUID())).problem().status).toBe(404);
  const views: string[] = [];
  for (let n = 0; n <= watchesMaxCount; n++) {
    views.push(
      (await tia.call(createView, { body: { list: 'locations', name: `View ${n}`, query: '' } })).ok().id,
    );
  }
  for (const id of views.slice(0, watchesMaxCount)) (await start(id)).ok();
  expect((await start(views[0] ?? '')).ok().delivery).toBe('daily');
  expect((await start(views[watchesMaxCount] ?? '')).problem().status).toBe(409);
});

test('random views and changes: a watch tells exactly what its page shows', async () => {
  const random = seededRandom(20_261_120);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const ida = await newAdmin('Ida');
  const { roleIds } = world;
  const queries = [
    'status=inactive',
    `role=${roleIds.viewer}`,
    'role=none',
    `role=not:${roleIds.viewer}`,
    'q=watched',
    'location=none',
  ];
  let user = await again(ida);
  const views = [];
  for (const query of queries) views.push(await watch(user, query, query));
  const page = async (query: string) => {
    const given = Object.fromEntries(new URLSearchParams(query));
    const answer = await user.call(listUsers, { query: { limit: 1000, ...given } } as never);
    return new Set((answer.ok() as { users: { id: string }[] }).users.map(({ id }) => id));
  };
  const known = new Map(await Promise.all(queries.map(async (query) => [query, await page(query)] as const)));
  const told = new Map(queries.map((query) => [query, 0]));
  const location = (await user.call(createLocation, { body: { ...airport, name: 'Random Street' } })).ok();
  for (let step = 0; step < 15; step++) {
    const ada = await again(world.ada);
    const others = [...(await page('q=watched'))];
    const params = { id: pick(others) };
    const role_ids = [pick([roleIds.viewer, roleIds.employee])];
    if (random() < 0.25) await add(ada);
    else if (random() < 0.35) await ada.call(updateUser, { params, body: { is_active: random() < 0.5 } });
    else if (random() < 0.5)
      await ada.call(replaceUserRoles, { params, body: { role_ids: random() < 0.5 ? [] : role_ids } });
    else
      await ada.call(replaceUserLocations, {
        params,
        body: { location_ids: random() < 0.5 ? [] : [location.id] },
      });
    clock += 600_000;
    await look();
    user = await again(ida);
    for (const query of queries) {
      const now = await page(query);
      const entered = [...now].filter((id) => !known.get(query)?.has(id));
      if (entered.length > 0) told.set(query, (told.get(query) ?? 0) + 1);
      known.set(query, now);
    }
    const rows = await watchedBy(user);
    for (const query of queries) {
      const count = rows.filter((row) => row.subject_name === query).reduce((sum, row) => sum + row.count, 0);
      expect(count, `step ${step} of ${query}`).toBe(told.get(query));
    }
  }
  expect([...told.values()].filter((count) => count > 0).length).toBeGreaterThan(3);
});
