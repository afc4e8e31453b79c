import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenPermission } from '../../../contract/access/permissions.ts';
import { listAudit } from '../../../contract/audit.ts';
import { createDistrict, moveLocation } from '../../../contract/districts.ts';
import { createLocation, listLocations, updateLocation } from '../../../contract/locations.ts';
import { getProfile } from '../../../contract/profile.ts';
import { createRole, updateRole } from '../../../contract/roles.ts';
import { applyRun, createRun, getRun, listRunLines } from '../../../contract/runs.ts';
import { listOwnSessions } from '../../../contract/sessions.ts';
import * as contract from '../../../contract/tokens.ts';
import { listUsers, replaceUserLocations, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { record } from '../../testing/databases/recorded-statements.ts';
import { makeApiToken } from '../../testing/requests/api-token.ts';
import { type Client, createClient } from '../../testing/requests/client.ts';
import { startTestApp } from '../../testing/worlds/test-app.ts';
import { millRoad, startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
let shiftMs = 0;
const dayMs = 86_400_000;
const past = '2026-01-01T00:00:00.000Z';
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(Date.now() + shiftMs) });
});
afterAll(() => world.close());

const reads: TokenPermission[] = ['users.read', 'locations.read'];
/** Nobody changes a user who may more: an employee may the first three. */
const deactivates: TokenPermission[] = [...reads, 'districts.read', 'users.update', 'users.deactivate'];
const clientOf = ({ secret }: { secret: string }) => createClient(world.url, secret);
const namesOf = async (client: Client) =>
  (await client.call(listLocations, { query: {} })).ok().locations.map(({ name }) => name);
const refusal = async (client: Client) => {
  const problem = (await client.call(listLocations, { query: {} })).problem();
  return `${problem.status} ${problem.detail}`;
};
const newManager = (name: string) =>
  world.newUser(name, ['manager'], [world.locations.millRoad, world.locations.airport]);

describe('what a token may', () => {
  test('a token reads what its owner sees, and nothing for which it has no permission', async () => {
    const mia = await newManager('Mia Manager');
    const client = clientOf(await makeApiToken(mia, ['locations.read']));
    expect((await namesOf(client)).toSorted()).toEqual(['Airport', 'Mill Road']);
    expect((await client.call(listUsers, { query: {} })).status).toBe(403);
  });

  test('a token of some locations sees them only, also of an owner who sees all', async () => {
    const { millRoad } = world.locations;
    const rules = { scope: 'locations' as const, location_ids: [millRoad.id] };
    const mia = await newManager('Mona Manager');
    for (const owner of [world.ada, mia])
      expect(await namesOf(clientOf(await makeApiToken(owner, reads, rules)))).toEqual(['Mill Road']);
    // Also when the owner loses it.
    const client = clientOf(await makeApiToken(mia, reads, rules));
    const body = { location_ids: [world.locations.airport.id] };
    (await world.ada.call(replaceUserLocations, { params: { id: mia.id }, body })).ok();
    expect(await namesOf(client)).toEqual([]);
  });

  test('a token of a district follows the locations that are moved', async () => {
    const district = (await world.ada.call(createDistrict, { body: { name: 'North' } })).ok();
    const body = { ...millRoad, name: 'Northgate' };
    const { id } = (await world.ada.call(createLocation, { body })).ok();
    const rules = { scope: 'districts' as const, district_ids: [district.id] };
    const client = clientOf(await makeApiToken(world.ada, reads, rules));
    expect(await namesOf(client)).toEqual([]);
    const move = (district_id: string | null) =>
      world.ada.call(moveLocation, { params: { id }, body: { district_id } });
    (await move(district.id)).ok();
    expect(await namesOf(client)).toEqual(['Northgate']);
    (await move(null)).ok();
    expect(await namesOf(client)).toEqual([]);
  });

  test('nobody makes a token that may or sees more than they do', async () => {
    const mia = await newManager('Mara Manager');
    const make = (body: Partial<contract.TokenInput>) =>
      mia.call(contract.createToken, {
        body: { name: 'Wide', permissions: ['locations.read'], scope: 'all', ...body },
      });
    expect((await make({ permissions: ['users.delete'] })).status).toBe(403);
    const hidden = (await world.ada.call(createLocation, { body: { ...millRoad, name: 'Elsewhere' } })).ok();
    expect((await make({ scope: 'locations', location_ids: [hidden.id] })).status).toBe(400);
    const district = (await world.ada.call(createDistrict, { body: { name: 'South' } })).ok();
    expect((await make({ scope: 'districts', district_ids: [district.id] })).status).toBe(400);
    expect((await make({ scope: 'locations' })).problem().issues?.[0]?.path).toBe('location_ids');
    for (const permission of ['locations.all', 'roles.manage', 'mail.read', 'users.sessions'])
      expect((await make({ permissions: [permission as TokenPermission] })).status).toBe(400);
  });

  test('no token makes tokens, reads the profile or sees sessions, whatever its owner may', async () => {
    const client = clientOf(await makeApiToken(world.ada, reads));
    const body = { name: 'Second', permissions: reads, scope: 'all' as const };
    const refused = [
      await client.call(contract.createToken, { body }),
      await client.call(contract.listTokens, {}),
      await client.call(getProfile, {}),
      await client.call(listOwnSessions, {}),
      await client.call(createRole, { body: { name: 'x', permissions: [] } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(refused[0]?.problem().detail).toBe('No API token can do this. Sign in to do it.');
    expect((await client.raw('GET', '/auth/v1/user')).status).toBe(403);
  });

  test('a run that a token started may do no more than the token', async () => {
    const { millRoad } = world.locations;
    const here = await world.newUser('Hal Here', ['employee'], [millRoad]);
    const there = await world.newUser('Theo There', ['employee'], [world.locations.airport]);
    const rules = { scope: 'locations' as const, location_ids: [millRoad.id] };
    const may = deactivates;
    const made = await makeApiToken(world.ada, may, rules);
    const client = clientOf(made);
    const body = { about: 'users' as const, act: { act: 'deactivate' as const } };
    const selection = { ids: [here.id, there.id] };
    const { id } = (await client.call(createRun, { body: { ...body, selection } })).ok();
    await world.workOnRuns();
    const { lines } = (await client.call(listRunLines, { params: { id }, query: {} })).ok();
    expect(lines.map(({ subject }) => subject.name)).toEqual(['Hal Here']);
    // Its owner reads it, and another token does not.
    const run = () => world.ada.call(getRun, { params: { id } });
    expect((await run()).ok()).toMatchObject({ state: 'planned', planned: { deactivated: 1 } });
    const other = clientOf(await makeApiToken(world.ada, may, rules));
    expect((await other.call(getRun, { params: { id } })).status).toBe(404);
    // Out of its sight now, and not out of its owner's.
    const elsewhere = { location_ids: [world.locations.airport.id] };
    (await world.ada.call(replaceUserLocations, { params: { id: here.id }, body: elsewhere })).ok();
    (await client.call(applyRun, { params: { id }, body: {} })).ok();
    await world.workOnRuns();
    expect((await run()).ok()).toMatchObject({ state: 'done', applied: { deactivated: 0 } });
  });
});

describe('what a token began', () => {
  test('a run stops when the token has ended, and says so; nobody applies it without the token', async () => {
    const leo = await world.newUser('Leo Leaving', ['employee'], [world.locations.millRoad]);
    const { token, secret } = await makeApiToken(world.ada, deactivates);
    const client = createClient(world.url, secret);
    const act = { about: 'users' as const, act: { act: 'deactivate' as const } };
    const body = { ...act, selection: { ids: [leo.id] } };
    const begin = async () => {
      const { id } = (await client.call(createRun, { body })).ok();
      await world.workOnRuns();
      return { params: { id }, body: {} };
    };
    const [planned, applied] = [await begin(), await begin()];
    (await client.call(applyRun, applied)).ok();
    (await world.ada.call(contract.endToken, { params: { id: token.id } })).ok();
    expect((await client.call(applyRun, planned)).status).toBe(401);
    await world.workOnRuns();
    const { state, problem } = (await world.ada.call(getRun, { params: applied.params })).ok();
    expect({ state, problem }).toEqual({
      ...{ state: 'failed', problem: 'Stopped: This API token has expired or was ended. Make a new one.' },
    });
    expect((await leo.call(getProfile, {})).ok().is_active).toBe(true);
  });

  test('a download is cut off when the token ends in the middle', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => ({
      ...{
        id: randomUUID(),
        full_name: `Row ${n}`,
        email: `row${n}@x.example`,
        email_key: `row${n}@x.example`,
      },
      ...{ phone: null, employee_number: null, employee_number_key: null, is_active: true, search: '' },
      ...{ created_at: past, created_by: null, created_from: null, sort_name: null },
      ...{ updated_at: past, updated_by: null, updated_by_name: '' },
    }));
    await world.app.database.write(async (tx) => {
      for (let at = 0; at < rows.length; at += 50)
        await tx
          .insertInto('users')
          .values(rows.slice(at, at + 50))
          .execute();
    });
    const made = await makeApiToken(world.ada, ['users.read', 'users.export'], { lifetime_days: 1 });
    const { app } = world;
    const { authenticate } = app;
    let checks = 0;
    // The first row is on its way before the third page is checked.
    app.authenticate = (...given) => {
      checks += 1;
      if (checks === 5) shiftMs += dayMs;
      return authenticate(...given);
    };
    const answer = await clientOf(made)
      .raw('GET', '/api/users/export.csv')
      .then((response) => response.text())
      .catch((error) => error)
      .finally(() => {
        app.authenticate = authenticate;
        shiftMs = 0;
      });
    expect(answer).toBeInstanceOf(Error);
    expect((await clientOf(made).raw('GET', '/api/users/export.csv')).status).toBe(200);
  });
});

describe('when a token ends', () => {
  test('it ends at once with its owner, and with the permission or the end by its owner', async () => {
    const mia = await newManager('Mila Manager');
    const [first, second] = [await makeApiToken(mia, reads), await makeApiToken(mia, reads)];
    expect((await mia.call(contract.endToken, { params: { id: first.token.id } })).status).toBe(204);
    expect((await mia.call(contract.endToken, { params: { id: first.token.id } })).status).toBe(204);
    expect(await refusal(clientOf(first))).toContain('401 This API token has expired or was ended');
    const set = (role_ids: string[]) =>
      world.ada.call(replaceUserRoles, { params: { id: mia.id }, body: { role_ids } });
    (await set([])).ok();
    expect((await clientOf(second).call(listLocations, { query: {} })).status).toBe(403);
    (await set([world.roleIds.manager])).ok();
    expect(await namesOf(clientOf(second))).toHaveLength(2);
    const off = { params: { id: mia.id }, body: { is_active: false } };
    expect((await world.ada.call(updateUser, off)).ok().ended).toMatchObject({ tokens: 1 });
    expect(await refusal(clientOf(second))).toContain('deactivated');
    (await world.ada.call(updateUser, { ...off, body: { is_active: true } })).ok();
    expect(await refusal(clientOf(second))).toContain('has expired or was ended');
  });

  test('it expires, and cannot live longer than a year', async () => {
    const made = await makeApiToken(world.ada, reads, { lifetime_days: 1 });
    expect(await namesOf(clientOf(made))).not.toEqual([]);
    shiftMs += dayMs;
    // Also where no token may, by a server that knows it from before.
    expect((await clientOf(made).call(getProfile, {})).status).toBe(401);
    expect(await refusal(clientOf(made))).toContain('has expired or was ended');
    shiftMs -= dayMs;
    const body = { name: 'Long', permissions: reads, scope: 'all' as const, lifetime_days: 366 };
    expect((await world.ada.call(contract.createToken, { body })).status).toBe(400);
  });

  test('a renewed token works for some days more, and of two renewals at once one is refused', async () => {
    const made = await makeApiToken(world.ada, reads, { lifetime_days: 30 });
    const params = { id: made.token.id };
    const renew = () => world.ada.call(contract.renewToken, { params, body: { overlap_days: 2 } });
    const answers = await Promise.all([renew(), renew()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const next = answers.find(({ status }) => status === 200)?.ok() ?? expect.fail();
    expect(next.token).toMatchObject({ name: 'HR export', permissions: reads, scope: 'all' });
    expect(await namesOf(clientOf(next))).toEqual(await namesOf(clientOf(made)));
    shiftMs += 3 * dayMs;
    expect(await refusal(clientOf(made))).toContain('has expired or was ended');
    expect(await namesOf(clientOf(next))).not.toEqual([]);
    shiftMs -= 3 * dayMs;
  });

  test('a user has 20 tokens at most', async () => {
    const mia = await newManager('Maja Manager');
    for (let made = 0; made < 20; made++) await makeApiToken(mia, reads);
    const body = { name: 'One more', permissions: reads, scope: 'all' as const };
    expect((await mia.call(contract.createToken, { body })).status).toBe(409);
  });

  test('a role that requires a second factor holds a token back, until its owner has one', async () => {
    const mia = await newManager('Meta Manager');
    const client = clientOf(await makeApiToken(mia, reads));
    const body = { name: 'strict', permissions: ['locations.read' as const] };
    const role = (await world.ada.call(createRole, { body })).ok();
    const role_ids = [role.id, world.roleIds.manager];
    (await world.ada.call(replaceUserRoles, { params: { id: mia.id }, body: { role_ids } })).ok();
    const strict = { params: { id: role.id }, body: { requires_second_factor: true } };
    (await world.ada.call(updateRole, strict)).ok();
    expect(await refusal(client)).toContain('403 Your role requires a second factor');
  });
});

describe('how a token is sent', () => {
  test('a typing error is refused without a statement', async () => {
    const { secret } = await makeApiToken(world.ada, reads);
    const wrong = [`${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`, secret.slice(0, 20), 'cnp_'];
    const executed = await record(async () => {
      for (const one of wrong)
        expect(await refusal(createClient(world.url, one))).toContain(
          '401 This API token has a typing error',
        );
    });
    expect(executed).toEqual([]);
  });

  test('it is read from the header only', async () => {
    const { secret } = await makeApiToken(world.ada, reads);
    const inUrl = await world.nobody.raw('GET', `/api/locations?access_token=${secret}`);
    const inCookie = await world.nobody.raw('GET', '/api/locations', undefined, {
      cookie: `token=${secret}`,
    });
    expect([inUrl.status, inCookie.status]).toEqual([401, 401]);
  });

  test('it works from its networks only', async () => {
    const from = async (...allowed_networks: string[]) =>
      clientOf(await makeApiToken(world.ada, reads, { allowed_networks }));
    expect(await namesOf(await from('127.0.0.0/8', '::1'))).not.toEqual([]);
    expect(await refusal(await from('203.0.113.0/24'))).toContain('may not be used from this IP address');
    const body = { name: 'x', permissions: reads, scope: 'all' as const, allowed_networks: ['300.1.1.1'] };
    expect((await world.ada.call(contract.createToken, { body })).status).toBe(400);
  });

  test('behind a proxy the address that it names counts, and a forged one does not', async () => {
    const behind = await startWorld({ env: { TRUST_PROXY: '1' } });
    const rules = { allowed_networks: ['203.0.113.7'] };
    const { secret } = await makeApiToken(behind.ada, reads, rules);
    const status = async (forwarded: string) =>
      (
        await createClient(behind.url, secret).raw('GET', '/api/locations', undefined, {
          'x-forwarded-for': forwarded,
        })
      ).status;
    expect(await status('203.0.113.7')).toBe(200);
    expect(await status('203.0.113.7, 198.51.100.1')).toBe(401);
    await behind.close();
  });
});

test('the audit log says with which token something was done, and finds it', async () => {
  const mia = await newManager('Malin Manager');
  const { token, secret } = await makeApiToken(mia, ['locations.update', 'locations.read']);
  const params = { id: world.locations.millRoad.id };
  (await createClient(world.url, secret).call(updateLocation, { params, body: { phone: '1' } })).ok();
  await mia.call(contract.endToken, { params: { id: token.id } });
  const query = { token: token.id };
  const [entry, ...others] = (await world.ada.call(listAudit, { query })).ok().entries;
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    sentence: 'Malin Manager edited the location Mill Road with the token HR export',
    ...{ via: 'token', token: { id: token.id, name: 'HR export' } },
  });
  const { entries } = (await world.ada.call(listAudit, { query: { user: mia.id, limit: 2 } })).ok();
  expect(entries[0]?.sentence).toBe('Malin Manager ended the API token HR export');
});

describe('making one', () => {
  test('needs the password of the last 15 minutes', async () => {
    shiftMs += 16 * 60_000;
    const body = { name: 'Late', permissions: reads, scope: 'all' as const };
    const late = (await world.ada.call(contract.createToken, { body })).problem();
    expect(late).toMatchObject({ status: 403, code: 'password_needed' });
    shiftMs -= 16 * 60_000;
  });

  test('its owner alone sees it, with its hint and last use, and ends it', async () => {
    const mia: User = await newManager('Mimi Manager');
    const { token, secret } = await makeApiToken(mia, reads);
    expect(secret).toMatch(/^cnp_[0-9A-Za-z]{36}$/);
    await namesOf(createClient(world.url, secret));
    await world.app.tokenUse.flush();
    const [listed] = (await mia.call(contract.listTokens, {})).ok().tokens;
    expect(listed).toEqual({
      ...{ ...token, hint: secret.slice(-4), last_used_at: expect.any(String) },
      last_used_ip: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
    const params = { id: token.id };
    expect((await world.ada.call(contract.endToken, { params })).status).toBe(404);
    expect((await world.ada.call(contract.renewToken, { params, body: {} })).status).toBe(404);
  });
});

test('a token makes 50 requests at once and 10 a second on end, on all instances together', async () => {
  const begun = Date.now();
  let passed = 0;
  const now = () => new Date(begun + passed);
  const env = { RATE_LIMITS: 'on' };
  const limited = await startWorld({ env, now });
  const { data_dir, database_url } = limited.app.config;
  const reuse = { dataDir: data_dir, ...(database_url && { databaseUrl: database_url }) };
  const other = await startTestApp({ env, now, reuse });
  const { secret } = await makeApiToken(limited.ada, reads);
  const ask = async (url: string, times: number) => {
    const client = createClient(url, secret);
    const answers = [];
    for (let n = 0; n < times; n++) answers.push(await client.call(listLocations, { query: { limit: 1 } }));
    return answers;
  };
  /** As each does every second. */
  const share = async () => {
    for (const { app } of [limited, other]) await app.tokenUse.share();
  };
  const said = ({ headers }: { headers: Pick<Headers, 'get'> }) => headers.get('ratelimit');
  const [first] = await ask(limited.url, 1);
  expect(first?.headers.get('ratelimit-policy')).toBe('"token";q=50;w=5');
  expect(first && said(first)).toBe('"token";r=49;t=1');
  await ask(limited.url, 19);
  await ask(other.url, 1);
  await share();
  const spent = await ask(other.url, 30);
  expect(spent.map(({ status }) => status)).toEqual([...Array(29).fill(200), 429]);
  expect(spent.slice(-2).map(said)).toEqual(['"token";r=0;t=5', '"token";r=0;t=5']);
  expect(spent.at(-1)?.headers.get('retry-after')).toBe('1');
  // What the answer promised.
  passed += 1000;
  expect((await ask(other.url, 11)).map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
  // The first instance knew of none of the last 39: a request too many now is one less later.
  await ask(limited.url, 10);
  await share();
  const [late] = await ask(other.url, 1);
  expect(late?.status).toBe(429);
  expect(late?.headers.get('retry-after')).toBe('2');
  passed += 6000;
  await share();
  const forbidden = [];
  for (let n = 0; n < 51; n++) forbidden.push(await createClient(limited.url, secret).call(getProfile, {}));
  expect(forbidden.map(({ status }) => status)).toEqual([...Array(50).fill(403), 429]);
  passed += 6000;
  await share();
  expect((await ask(limited.url, 1)).map(said)).toEqual(['"token";r=49;t=1']);
  await other.close();
  await limited.close();
});
