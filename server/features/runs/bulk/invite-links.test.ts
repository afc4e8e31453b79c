import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { applyRun, type BulkAct, createRun, planImport } from '../../../../contract/runs.ts';
import { createUser, updateUser } from '../../../../contract/users.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

/** Without a mail server the links of invited users are passed on by hand. The world has no mail server. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function newUser() {
  const body = { email: `${randomUUID()}@northline.example`, full_name: 'New Comer' };
  return (await world.ada.call(createUser, { body })).ok();
}

async function apply(actor: User, act: BulkAct, ids: string[]) {
  const run = (await actor.call(createRun, { body: { about: 'users', act, selection: { ids } } })).ok();
  await world.workOnRuns();
  (await actor.call(applyRun, { params: { id: run.id }, body: {} })).ok();
  await world.workOnRuns();
  return run.id;
}

const download = (actor: Pick<User, 'raw'>, run: string) =>
  actor.raw('POST', `/api/runs/${run}/invite-links.csv`);

async function rowsOf(run: string) {
  const text = await (await download(world.ada, run)).text();
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
}

/** The error code of an invite link; undefined when it opens the account. */
async function open(link = '') {
  const token_hash = new URL(link).searchParams.get('token_hash') ?? new URL(link).hash.slice(12);
  const answer = await world.nobody.raw('POST', '/auth/v1/verify', { type: 'invite', token_hash });
  return ((await answer.json()) as { error_code?: string }).error_code;
}

test('the links of a run are new at each download, open the accounts, and are audited one by one', async () => {
  const [one, two, left] = [await newUser(), await newUser(), await newUser()];
  const run = await apply(world.ada, { act: 'invite' }, [one.id, two.id, left.id]);
  const params = { id: left.id };
  (await world.ada.call(updateUser, { params, body: { is_active: false } })).ok();

  const [head, ...first] = await rowsOf(run);
  expect(head).toEqual(['Name', 'Email', 'Link', 'Reason']);
  expect(first.map(([, email]) => email)).toEqual([one.email, two.email, left.email]);
  expect(first[2]?.[2]).toBe('');
  expect(first[2]?.[3]).toMatch(/^This user is deactivated/);

  const [, again] = await rowsOf(run);
  expect(await open(first[0]?.[2])).toBe('otp_expired');
  expect(await open(again?.[2])).toBeUndefined();

  const query = { user: one.id, action: 'invitation.link_copied' } as const;
  expect((await world.ada.call(listAudit, { query })).ok().entries).toHaveLength(2);
});

test('links of a run are a file that no cache keeps', async () => {
  const run = await apply(world.ada, { act: 'invite' }, [(await newUser()).id]);
  const { status, headers } = await download(world.ada, run);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-disposition')).toMatch(/filename="invite-links-\d{4}-\d\d-\d\d\.csv"/);
});

test('a run that invites nobody has no links, and neither has one whose lines were not applied', async () => {
  const user = await newUser();
  const deactivated = await apply(world.ada, { act: 'deactivate' }, [user.id]);
  expect((await download(world.ada, deactivated)).status).toBe(409);
  const selection = { ids: [(await newUser()).id] };
  const body = { about: 'users', act: { act: 'invite' }, selection } as const;
  const planned = (await world.ada.call(createRun, { body })).ok();
  await world.workOnRuns();
  expect(await rowsOf(planned.id)).toHaveLength(1);
});

test('only a user with every permission gets the links', async () => {
  const mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  const body = {
    email: `${randomUUID()}@x.example`,
    full_name: 'N',
    location_ids: [world.locations.millRoad.id],
  };
  const user = (await world.ada.call(createUser, { body })).ok();
  const run = await apply(mia, { act: 'invite' }, [user.id]);
  expect((await download(mia, run)).status).toBe(403);
  expect((await download(world.ada, run)).status).toBe(200);
});

test('the links of the users whom an import has added and invited are a file', async () => {
  const file = 'Email,Full name\nnew.one@northline.example,New One\nnew.two@northline.example,New Two\n';
  const { id, file: read } = (await upload(world.ada, 'users', file)).ok();
  const options = { blank_clears: [], replace: [], deactivate_missing: false, invite_new: true };
  const body = { ...options, mapping: read?.mapping ?? [] };
  (await world.ada.call(planImport, { params: { id }, body })).ok();
  await world.workOnRuns();
  (await world.ada.call(applyRun, { params: { id }, body: {} })).ok();
  await world.workOnRuns();
  const [, one, two] = await rowsOf(id);
  expect([one?.[1], two?.[1]]).toEqual(['new.one@northline.example', 'new.two@northline.example']);
  expect(await open(one?.[2])).toBeUndefined();
});
