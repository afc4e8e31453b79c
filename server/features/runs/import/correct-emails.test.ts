import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '../../../../contract/runs.ts';
import { getUser, listUsers } from '../../../../contract/users.ts';
import type { Client } from '../../../testing/requests/client.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { type AuthWorld, ada, startAuthWorld } from '../../../testing/worlds/auth-world.ts';

let world: AuthWorld;
let owner: Client;
beforeAll(async () => {
  world = await startAuthWorld();
  owner = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

async function planned(id: string) {
  await world.workOnRuns();
  const params = { id };
  const run = (await owner.call(contract.getRun, { params })).ok();
  const { lines } = (await owner.call(contract.listRunLines, { params, query: {} })).ok();
  return { run, line: lines[0] ?? expect.fail('no line') };
}

async function apply(id: string) {
  (await owner.call(contract.applyRun, { params: { id }, body: {} })).ok();
  return planned(id);
}

test('the email of a user who has joined waits for the new mailbox, and an undo ends the wait', async () => {
  await world.join('jo@northline.example');
  const [user] = (await owner.call(listUsers, { query: { q: 'jo@northline' } })).ok().users;
  const params = { id: user?.id ?? '' };
  const { id, file } = (await upload(owner, 'users', `Id,Email\n${user?.id},jo@new.example\n`)).ok();
  const body = { mapping: file?.mapping ?? [] };
  (await owner.call(contract.planImport, { params: { id }, body })).ok();
  expect((await planned(id)).line).toMatchObject({
    planned: 'updated',
    changes: [
      { field: 'Email', before: 'jo@northline.example', after: 'jo@new.example (when they confirm it)' },
    ],
  });
  expect((await apply(id)).run.applied).toMatchObject({ updated: 1 });
  expect((await owner.call(getUser, { params })).ok().email).toBe('jo@northline.example');
  const { subject, secret } = await world.emailTo('jo@new.example');
  expect(subject).toBe('Confirm your new email for Canopy');

  const undo = (await owner.call(contract.undoRun, { params: { id }, body: {} })).ok();
  expect((await planned(undo.id)).line.changes).toMatchObject([
    { field: 'Email', after: 'jo@northline.example (the other one is no longer asked)' },
  ]);
  expect((await apply(undo.id)).run.applied).toMatchObject({ updated: 1 });
  const { error } = await world.browser().verifyOtp({ token_hash: secret, type: 'email_change' });
  expect(error?.code).toBe('otp_expired');
});
