import { kindOf } from '../../../contract/notifications/notification-kinds.ts';
import { type Authorized, contextWithoutSession } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { findPreferences, updatePreferences } from '../preferences/preferences.service.ts';
import { heldUntil } from './email-times.pure.ts';
import { notificationsEmail, switchableKinds } from './notifications.emails.ts';
import * as repository from './notifications.repository.ts';
import { readLines } from './notifications.service.ts';
import { unsubscribeToken } from './unsubscribe.service.ts';

/** Delivering notices wakes it. This is for those of a server that ended in between. */
export const emailEveryMs = 60_000;

/**
 * Queues the emails that are due, one per receiver, with what the receiver sees now. Of several processes one takes each:
 * the marks go in the transaction that queues the email. What fails twice is told in the bell only.
 */
export async function emailNotifications(app: App, isStopping: () => boolean = () => false): Promise<void> {
  const { database } = app;
  const due = await repository.listDueNow(database.read, app.now().toISOString());
  await app.faults.each(until(isStopping, due), {
    what: 'emails of notifications',
    idOf: (user_id) => user_id,
    run: (user_id) => database.write((tx) => queue(app, tx, user_id)),
    giveUp: (user_id) =>
      database.write(async (tx) => {
        await app.lockUsers(tx, { actor: user_id, changed: null });
        await repository.dropEmails(tx, user_id, 'now');
      }),
  });
}

export function* until<Item>(isStopping: () => boolean, items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    if (isStopping()) return;
    yield item;
  }
}

/** In quiet hours and in a pause only what is about security leaves. */
async function queue(app: App, tx: Transaction, user_id: string): Promise<void> {
  await app.lockUsers(tx, { actor: user_id, changed: null });
  const ctx = await receiver(app, tx, user_id);
  if (!ctx) return repository.dropEmails(tx, user_id, 'now');
  const times = await findPreferences(tx, user_id);
  const held = heldUntil(app.now(), times.time_zone ?? app.config.time_zone, times);
  await repository.lockEmails(tx, user_id, 'now');
  const rows = await readLines({ ...ctx, tx }, { email: 'now' });
  await repository.dropEmails(tx, user_id, 'now', { isOnlyFixed: held !== null });
  if (held) await updatePreferences(tx, user_id, { emails_held_until: held.toISOString() });
  const leaving = held ? rows.filter(({ kind }) => kindOf(kind).isFixed) : rows;
  if (leaving.length === 0 || ctx.actor.email === null) return;
  const kinds = switchableKinds(leaving);
  await app.mailer.enqueue(
    tx,
    notificationsEmail(app.config, {
      ...{ to: ctx.actor.email, rows: leaving, sales: null, isDigest: false, locationNames: new Map() },
      unsubscribeToken: kinds.length > 0 ? unsubscribeToken(app, user_id, kinds) : null,
    }),
  );
}

/** Null for one who can no longer sign in. */
export async function receiver(app: App, db: Queryable, user_id: string): Promise<Authorized | null> {
  const request = { id: 'notifications', ip: '', user_agent: '', via: 'screen' } as const;
  try {
    return await contextWithoutSession(app, db, user_id, request);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
