import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../contract/locations.ts';
import { listEmails } from '../../contract/settings.ts';
import { createUser } from '../../contract/users.ts';
import { createView } from '../../contract/views.ts';
import { nameOf } from '../testing/requests/contract-endpoints.ts';
import type { Choice } from '../testing/requests/endpoint-row.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { send } from '../testing/requests/send.ts';
import { type Cast, startCast } from '../testing/worlds/cast.ts';
import { ownRole } from '../testing/worlds/own-role.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast();
});
afterAll(() => cast.close());

/** Each request of a table changes rows of its own. */
const choice: Choice = {
  async user() {
    const body = { email: `${randomUUID()}@new.example`, full_name: 'New', location_ids: [cast.mine.id] };
    return (await cast.ada.call(createUser, { body })).ok().id;
  },
  location: newLocation,
  spareLocation: newLocation,
  role: () => ownRole(cast, `Spare ${randomUUID()}`, ['users.read']),
  get employeeRole() {
    return cast.roleIds.employee;
  },
  async email() {
    const { app, ada } = cast;
    await app.database.write((tx) =>
      app.mailer.enqueue(tx, { to: ada.email, subject: 'Hello', text: 'Hello' }),
    );
    return (await ada.call(listEmails, {})).ok().mails[0]?.id ?? expect.fail('There is no email');
  },
  async sharedView() {
    const body = { list: 'users' as const, name: 'Shared', query: '', is_shared: true };
    return (await cast.ada.call(createView, { body })).ok().id;
  },
  at: async (create) => create(cast.ada, await newLocation()),
};

async function newLocation() {
  const body = { name: 'Spare', address: '1 Lane', city: 'Troy', state: 'NY', zip: '12180' };
  return (await cast.ada.call(createLocation, { body })).ok().id;
}

/** Part of a path, and why such a request leaves no change. */
const withoutChange: [RegExp, string][] = [
  [/\/mails\//, 'emails are no list that is followed'],
  [/export|\.csv$|invite-links/, 'a file was made'],
  [/company-sign-in\/test/, 'a provider was asked'],
  [
    /register-files|department|fuel-grades|sales(?!.*note)|products/,
    'what registers send is read again by its pages',
  ],
  [/notification-settings|watch|preferences|recent|unsubscribe|tokens/, 'it is about what one user reads'],
];
/** Requests of the tables that find everything as they would leave it, or are refused. */
const withoutEffect = [
  'PUT /api/notifications/read',
  'DELETE /api/profile/sessions/:id',
  'POST /api/profile/sessions/end-others',
  'DELETE /api/users/:id/sessions',
  'DELETE /api/users/:id/invitation',
  'POST /api/users/:id/reset-factor',
  'POST /api/runs/:id/retry',
  'POST /api/locations/:id/reopen',
  'DELETE /api/locations/:id/users/:user_id',
  'DELETE /api/users/:id/sessions/:session_id',
];

test('every changing endpoint leaves a change on record, and a refused call none', async () => {
  const seq = async () => (await cast.app.clock.read()).seq;
  const wrong: string[] = [];
  const seen = { changed: 0, refused: 0 };
  for (const { endpoint, request, expected } of endpointTable) {
    const name = nameOf(endpoint);
    const isAnonymous = endpoint.permission === 'anyone';
    const isExcepted = withoutChange.some(([path]) => path.test(name)) || withoutEffect.includes(name);
    const parts = await request(choice);
    if (expected['no role'] >= 400) {
      const before = await seq();
      await send(cast.actors['no role'], endpoint, parts);
      if ((await seq()) !== before) wrong.push(`${name}: a refused call left a change`);
      seen.refused += 1;
    }
    const before = await seq();
    const { status, text } = await send(cast.ada, endpoint, parts);
    const isOther = (await seq()) !== before;
    const isChange = endpoint.method !== 'GET' && !isAnonymous && status < 400 && !isExcepted;
    if (isChange) seen.changed += 1;
    if (isChange !== isOther)
      wrong.push(`${name}: ${status} ${isOther ? 'left a' : 'left no'} change ${text.slice(0, 80)}`);
  }
  expect(wrong).toEqual([]);
  expect(seen.changed).toBeGreaterThan(20);
  expect(seen.refused).toBeGreaterThan(40);
});
