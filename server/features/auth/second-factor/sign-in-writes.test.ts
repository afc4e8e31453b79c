import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../kernel/database/database.ts';
import { goodPassword } from '../../../testing/worlds/auth-world.ts';
import { type FactorWorld, levelOf, startFactorWorld } from '../../../testing/worlds/factor-world.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await startFactorWorld({ env: { RATE_LIMITS: 'on' } });
});
afterAll(() => world.close());

/** How many transactions that write the work makes, those in the background included. */
async function countWrites(database: Database, work: () => Promise<void>): Promise<number> {
  const { write } = database;
  let count = 0;
  const counting: Database['write'] = (...args) => {
    count++;
    return write(...args);
  };
  Object.assign(database, { write: counting });
  try {
    await work();
    await expect.poll(leftOver, { timeout: 60_000 }).toBe(0);
    return count;
  } finally {
    Object.assign(database, { write });
  }
}

/** Attempts that still count after the sign-in: a right password and a right code do not. */
async function leftOver(): Promise<number> {
  const rows = await world.app.database.read.selectFrom('auth_rate').select(['key', 'count']).execute();
  return rows
    .filter(({ key }) => /^(sign-in|wrong-codes):/.test(key))
    .reduce((all, { count }) => all + count, 0);
}

async function pendingEmails(): Promise<number> {
  const emails = world.app.database.read
    .selectFrom('mail_outbox')
    .select('id')
    .where('state', '=', 'pending');
  return (await emails.execute()).length;
}

test('a sign-in with a second factor is six transactions, and no attempt of it counts', async () => {
  const { email, secret, factorId } = await world.guarded();
  // The email about the new app is sent before, and the attempts of the setup are forgiven.
  await expect.poll(pendingEmails, { timeout: 60_000 }).toBe(0);
  await expect.poll(leftOver, { timeout: 60_000 }).toBe(0);
  const browser = world.browser();
  const code = world.nextCode(secret);
  const writes = await countWrites(world.app.database, async () => {
    const signedIn = await browser.signInWithPassword({ email, password: goodPassword });
    expect(signedIn.error).toBeNull();
    expect((await browser.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect(await levelOf(browser)).toBe('aal2 of aal2');
  });
  expect(writes).toBe(6);
});
