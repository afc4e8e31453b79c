import { type Authorized, contextWithoutSession } from '../../kernel/access.ts';
import type { App, InTransaction } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { dayAt, instantOf } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { moveDigest } from '../preferences/preferences.service.ts';
import { notificationsEmail, switchableKinds } from './notifications.emails.ts';
import * as repository from './notifications.repository.ts';
import { readLines } from './notifications.service.ts';
import { unsubscribeToken } from './unsubscribe.service.ts';

/** Delivering notices wakes it. This is for those of a server that ended in between. */
export const emailEveryMs = 60_000;
export const digestEveryMs = 60_000;

/** A time further away was set by a clock that was ahead. */
const farMs = 2 * 86_400_000;

/**
 * Queues the emails that are due, one per receiver, with what the receiver sees now. Of several processes one takes each:
 * the marks go in the transaction that queues the email. What fails twice is told in the bell only.
 */
export async function emailNotifications(app: App, isStopping: () => boolean = () => false): Promise<void> {
  const { database } = app;
  await app.faults.each(until(isStopping, await repository.listDueNow(database.read)), {
    what: 'emails of notifications',
    idOf: (user_id) => user_id,
    run: (user_id) => database.write((tx) => queue(app, tx, user_id, 'now')),
    giveUp: (user_id) => giveUp(app, user_id, 'now'),
  });
}

/** The daily ones. The times of those that have none yet are set in one transaction. */
export async function emailDigests(app: App, isStopping: () => boolean = () => false): Promise<void> {
  const { database } = app;
  const at = app.now();
  const far = new Date(at.getTime() + farMs).toISOString();
  const waiting = await repository.listDueDaily(database.read, at.toISOString(), far);
  const work = {
    what: 'daily emails',
    idOf: ({ user_id }: Due) => user_id,
    giveUp: ({ user_id }: Due) => giveUp(app, user_id, 'daily'),
  };
  const isDue = ({ digest_due_at }: Due) => digest_due_at !== null && digest_due_at <= at.toISOString();
  await app.faults.together(
    waiting.filter((one) => !isDue(one)),
    {
      ...work,
      // In the order of their ids, which is that of the locks.
      run: (some) =>
        database.write(async (tx) => {
          for (const one of some) await planDigest(app, tx, one, at);
        }),
    },
  );
  await app.faults.each(until(isStopping, waiting.filter(isDue)), {
    ...work,
    run: (one) =>
      database.write(async (tx) => {
        await app.lockUsers(tx, { actor: one.user_id, changed: null });
        if (await moveDigest(tx, one.user_id, one.digest_due_at, null))
          await queue(app, tx, one.user_id, 'daily');
      }),
  });
}

function* until<Item>(isStopping: () => boolean, items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    if (isStopping()) return;
    yield item;
  }
}

function giveUp(app: App, user_id: string, email: 'now' | 'daily'): Promise<void> {
  return app.database.write(async (tx) => {
    await app.lockUsers(tx, { actor: user_id, changed: null });
    await repository.dropEmails(tx, user_id, email);
  });
}

type Due = Awaited<ReturnType<typeof repository.listDueDaily>>[number];

/** The first row that waits sets the time, and its email clears it: an empty digest is never due. */
async function planDigest(app: App, tx: Transaction, { user_id, digest_due_at, time_zone }: Due, at: Date) {
  const next = nextDigest(at, time_zone ?? app.config.time_zone);
  await app.lockUsers(tx, { actor: user_id, changed: null });
  await moveDigest(tx, user_id, digest_due_at, next.toISOString());
}

async function queue(app: App, tx: Transaction, user_id: string, email: 'now' | 'daily'): Promise<void> {
  await app.lockUsers(tx, { actor: user_id, changed: null });
  const ctx = await receiver(app, tx, user_id);
  if (!ctx) return repository.dropEmails(tx, user_id, email);
  await repository.lockEmails(tx, user_id, email);
  const rows = await readLines(ctx, { email });
  await repository.dropEmails(tx, user_id, email);
  if (rows.length === 0 || ctx.actor.email === null) return;
  const locations = await listLocationRefs(ctx, [
    ...new Set(rows.flatMap(({ location_id }) => location_id ?? [])),
  ]);
  const kinds = switchableKinds(rows);
  await app.mailer.enqueue(
    tx,
    notificationsEmail(app.config, {
      ...{ to: ctx.actor.email, rows, isDigest: email === 'daily' },
      locationNames: new Map(locations.map(({ id, name }) => [id, name])),
      unsubscribeToken: kinds.length > 0 ? unsubscribeToken(app, user_id, kinds) : null,
    }),
  );
}

/** Null for one who can no longer sign in. */
async function receiver(
  app: App,
  tx: Transaction,
  user_id: string,
): Promise<InTransaction<Authorized> | null> {
  const request = { id: 'notifications', ip: '', user_agent: '', via: 'screen' } as const;
  try {
    return { ...(await contextWithoutSession(app, tx, user_id, request)), tx };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const time = '07:00';
const dayMs = 86_400_000;

/** The next 7 in the morning in the zone. */
export function nextDigest(now: Date, zone: string): Date {
  const today = instantOf(dayAt(now, zone), time, zone);
  if (today > now) return today;
  // Noon of tomorrow is tomorrow, whatever the clock does at night.
  return instantOf(dayAt(new Date(today.getTime() + dayMs + dayMs / 8), zone), time, zone);
}
