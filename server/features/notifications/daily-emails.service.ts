import { dayAt } from '../../../contract/fields/zone-clock.ts';
import { type EmailSection, emailSections } from '../../../contract/notifications/notifications.ts';
import { type Authorized, hasSamePermissions } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { moveDigest, updatePreferences } from '../preferences/preferences.service.ts';
import { type DailySales, readDailySales, type Shared } from '../registers/daily/daily-sales.service.ts';
import { followUpAt, nextDigest } from './email-times.pure.ts';
import type { Line } from './lines.pure.ts';
import { notificationsEmail, switchableKinds } from './notifications.emails.ts';
import * as repository from './notifications.repository.ts';
import { readLines } from './notifications.service.ts';
import { receiver, until } from './send-emails.service.ts';
import { unsubscribeToken } from './unsubscribe.service.ts';

export const digestEveryMs = 60_000;

/** A time further away was set by a clock that was ahead. */
const farMs = 2 * 86_400_000;

type Due = repository.DueDaily;

/** The daily emails. The times of those that have none yet are set in one transaction. */
export async function emailDigests(app: App, isStopping: () => boolean = () => false): Promise<void> {
  const { database } = app;
  const at = app.now();
  const waiting = await repository.listDueDaily(database.read, {
    at: at.toISOString(),
    far: new Date(at.getTime() + farMs).toISOString(),
    // Their first day may have begun where they are.
    unpaused: dayAt(new Date(at.getTime() + farMs / 2), 'UTC'),
  });
  const work = {
    what: 'daily emails',
    idOf: ({ user_id }: Due) => user_id,
    giveUp: (one: Due) => giveUp(app, one),
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
  const shared: Shared = new Map();
  await app.faults.each(until(isStopping, waiting.filter(isDue)), {
    ...work,
    run: (one) => send(app, one, shared),
  });
}

/** What waits is told in the bell only, and the next email is planned anew. */
function giveUp({ database, lockUsers }: App, { user_id, digest_due_at }: Due): Promise<void> {
  return database.write(async (tx) => {
    await lockUsers(tx, { actor: user_id, changed: null });
    await moveDigest(tx, user_id, digest_due_at, null);
    await repository.dropEmails(tx, user_id, 'daily');
  });
}

const zoneOf = ({ config }: App, { time_zone }: Due) => time_zone ?? config.time_zone;

async function planDigest(app: App, tx: Transaction, due: Due, at: Date) {
  const { user_id, digest_due_at } = due;
  const next = nextDigest(at, zoneOf(app, due), due);
  await app.lockUsers(tx, { actor: user_id, changed: null });
  await moveDigest(tx, user_id, digest_due_at, next.toISOString());
}

/** The figures are read before the transaction: they take longer than others should wait. */
async function send(app: App, due: Due, shared: Shared): Promise<void> {
  const { user_id, digest_due_at, digest_sent_at } = due;
  const [now, zone] = [app.now(), zoneOf(app, due)];
  const isFollowUp = digest_sent_at !== null && dayAt(new Date(digest_sent_at), zone) === dayAt(now, zone);
  const reader = await receiver(app, app.database.read, user_id);
  const sections = emailSections.filter((section) => !due.sections_off.includes(section));
  const sales =
    reader && (await readDailySales(reader, { sections, zone, since: digest_sent_at, isFollowUp, shared }));
  const sent = now.toISOString();
  const later = sales?.isEarly && !isFollowUp ? followUpAt(now, zone, due) : null;
  // Who gets only notices has no time until one waits (decision 104).
  const next = later ?? (sales && nextDigest(now, zone, { ...due, digest_sent_at: sent }));
  await app.database.write(async (tx) => {
    await app.lockUsers(tx, { actor: user_id, changed: null });
    const actor = await receiver(app, tx, user_id);
    // Their permissions changed meanwhile: again in a minute.
    if (reader && actor && !hasSamePermissions(reader.actor, actor.actor)) return;
    if (!(await moveDigest(tx, user_id, digest_due_at, next?.toISOString() ?? null))) return;
    if (!actor) return repository.dropEmails(tx, user_id, 'daily');
    const ctx = { ...actor, tx };
    const rows = isFollowUp ? [] : await takeLines(ctx, user_id, { sales, sections });
    if ((rows.length === 0 && !sales) || ctx.actor.email === null) return;
    await updatePreferences(tx, user_id, { digest_sent_at: sent });
    await app.mailer.enqueue(tx, await compose(ctx, { user_id, to: ctx.actor.email, rows, sales, sections }));
  });
}

/** In the sections of this email or the last one; not an older day that was missed only now. */
function isSaid({ kind, details }: Line, { sales, sections }: Pick<Contents, 'sales' | 'sections'>): boolean {
  if (!sales) return false;
  if (kind === 'register_silent') return sections.includes('silent');
  if (kind !== 'day_corrected' && kind !== 'day_missing') return false;
  if (!sections.includes('sales')) return false;
  const { gapsFrom } = sales;
  return kind === 'day_corrected' || (gapsFrom !== null && String(details.date) >= gapsFrom);
}

async function takeLines(
  ctx: Authorized & { tx: Transaction },
  user_id: string,
  said: Pick<Contents, 'sales' | 'sections'>,
) {
  await repository.lockEmails(ctx.tx, user_id, 'daily');
  const rows = await readLines(ctx, { email: 'daily' });
  await repository.dropEmails(ctx.tx, user_id, 'daily');
  return rows.filter((row) => !isSaid(row, said));
}

interface Contents {
  user_id: string;
  to: string;
  rows: readonly Line[];
  sales: DailySales | null;
  sections: readonly EmailSection[];
}

async function compose(ctx: Authorized, { user_id, to, rows, sales, sections }: Contents) {
  const { app } = ctx;
  const ids = new Set(rows.flatMap(({ location_id }) => location_id ?? []));
  const locations = await listLocationRefs(ctx, [...ids]);
  const kinds = switchableKinds(rows);
  const stopped = sales ? sections : [];
  const isStoppable = kinds.length > 0 || stopped.length > 0;
  return notificationsEmail(app.config, {
    ...{ to, rows, sales, isDigest: true },
    locationNames: new Map(locations.map(({ id, name }) => [id, name])),
    unsubscribeToken: isStoppable ? unsubscribeToken(app, user_id, kinds, stopped) : null,
  });
}
