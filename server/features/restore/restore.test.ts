import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { listEmails } from '../../../contract/settings.ts';
import { createClient } from '../../testing/requests/client.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';
import { completeRestore, describeRestore } from './complete-restore.service.ts';
import { markRestored } from './mark-restored.pure.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('completeRestore does nothing without a restore', async () => {
  expect(await completeRestore(world.app)).toBeNull();
});

test('completeRestore ends what a restored backup would repeat, once, and says so in the audit log', async () => {
  const { app, ada, url } = world;
  const made_at = '2026-11-20T12:00:00.000Z';
  const email = await app.database.write(async (tx) => {
    const id = await app.mailer.enqueue(tx, { to: 'bo@new.example', subject: 'Hello', text: 'Hello' });
    // Not due, so that it waits here.
    const next_attempt_at = new Date(app.now().getTime() + 600_000).toISOString();
    await tx.updateTable('mail_outbox').set({ next_attempt_at }).where('id', '=', id).execute();
    for (const statement of markRestored(made_at)
      .split(';')
      .filter((text) => text.trim()))
      await sql.raw(statement).execute(tx);
    return id;
  });
  expect((await ada.call(listEmails, {})).problem().code).toBe('session_ended');
  const epoch = await app.clock.read();
  const both = await Promise.all([completeRestore(app), completeRestore(app)]);
  expect(both.filter((restore) => restore !== null)).toEqual([{ made_at, stopped_runs: 0, held_emails: 1 }]);

  expect((await app.clock.read()).epoch).not.toBe(epoch.epoch);
  const again = createClient(url, await signInAs(app, ada));
  const { mails } = (await again.call(listEmails, {})).ok();
  expect(mails.find(({ id }) => id === email)).toMatchObject({
    state: 'failed',
    last_error: expect.stringMatching(/^Held, because a backup was restored/),
  });
  const { entries } = (await again.call(listAudit, { query: { action: 'settings.restored' } })).ok();
  expect(entries).toHaveLength(1);
});

test('describeRestore counts what was stopped and held, and leaves out what was not', () => {
  const made_at = '2026-11-20T12:00:00.000Z';
  expect(describeRestore({ made_at, stopped_runs: 0, held_emails: 0 })).toEqual([]);
  expect(describeRestore({ made_at, stopped_runs: 1, held_emails: 2 })).toEqual([
    expect.stringMatching(/^1 import or bulk change that was at work was stopped\./),
    expect.stringMatching(/^2 emails that waited are held and not sent by itself/),
  ]);
});
