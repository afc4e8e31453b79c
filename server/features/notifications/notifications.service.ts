import type {
  Notification,
  NotificationCounts,
  NotificationDetails,
  NotificationPage,
} from '../../../contract/notifications.ts';
import type { Authorized } from '../../kernel/access.ts';
import { eachStep } from '../../kernel/background.ts';
import { change } from '../../kernel/change.ts';
import { recordOwnChange } from '../../kernel/changes/record-change.ts';
import { type App, type Context, type InTransaction, now, reader } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { decodeMoment, encodeMoment, readPage } from '../../kernel/paging.ts';
import { findPreferences, moveSeen } from '../preferences/preferences.service.ts';
import * as repository from './notifications.repository.ts';
import { pathOf } from './path-of.pure.ts';
import { sightOf, userOf } from './sight.service.ts';

/** The newest first, and only those whose subject the actor sees now. */
export async function listNotifications(
  ctx: Authorized<'signed_in'>,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<NotificationPage> {
  const db = reader(ctx);
  const sight = sightOf(ctx);
  const position = decodeMoment('notifications', after);
  const { notifications_seen_at: seen_at, time_zone } = await findPreferences(ctx, sight.user_id);
  const [{ rows, last }, counts] = await Promise.all([
    readPage(limit, (limit) => repository.listNotifications(db, sight, position, limit)),
    repository.countNotifications(db, sight, seen_at),
  ]);
  return {
    notifications: rows.map((row) => present(row, seen_at)),
    ...counts,
    next: last && encodeMoment('notifications', { created_at: last.last_at, id: last.id }),
    time_zone,
  };
}

function present(row: repository.NotificationRow, seen_at: string | null): Notification {
  const { id, kind, subject_name, details, count, first_at, last_at, read_at } = row;
  const path = pathOf(row);
  const is_seen = seen_at !== null && last_at <= seen_at;
  return {
    id,
    kind,
    subject_name,
    details: inOrderOfNames(details),
    count,
    path,
    first_at,
    last_at,
    is_read: read_at !== null,
    is_seen,
  };
}

/** Clears the badge of what was on screen. */
export function markSeen(ctx: Authorized<'signed_in'>, until: string): Promise<NotificationCounts> {
  return change(ctx, {}, async (ctx) => {
    tellTabs(ctx, await moveSeen(ctx, userOf(ctx), earlier(until, now(ctx))));
    return countsOf(ctx);
  });
}

/** Those that were on screen; later ones stay unread. */
export function markAllRead(ctx: Authorized<'signed_in'>, until: string): Promise<NotificationCounts> {
  return change(ctx, {}, async (ctx) => {
    tellTabs(ctx, await repository.markReadUntil(ctx.tx, userOf(ctx), earlier(until, now(ctx)), now(ctx)));
    return countsOf(ctx);
  });
}

/** @throws ApiError 404 for one of another user, or whose subject the actor does not see. */
export function markOneRead(
  ctx: Authorized<'signed_in'>,
  id: string,
  isRead: boolean,
): Promise<NotificationCounts> {
  return change(ctx, {}, async (ctx) => {
    const sight = sightOf(ctx);
    if (!(await repository.isAnyListed(ctx.tx, sight, [id]))) notFound();
    tellTabs(ctx, await repository.markRead(ctx.tx, sight.user_id, id, isRead ? now(ctx) : null));
    return countsOf(ctx);
  });
}

/** All tabs and browsers of the user show the same marks. */
function tellTabs(ctx: InTransaction, isChanged: boolean): void {
  if (isChanged) recordOwnChange(ctx, 'notifications', userOf(ctx));
}

/** Whether the actor sees one of these of their own in the bell now. */
export function isAnyInBell(ctx: Authorized, ids: readonly string[]): Promise<boolean> {
  return repository.isAnyListed(reader(ctx), sightOf(ctx), ids);
}

async function countsOf(ctx: InTransaction<Authorized>): Promise<NotificationCounts> {
  const { notifications_seen_at } = await findPreferences(ctx, userOf(ctx));
  return repository.countNotifications(ctx.tx, sightOf(ctx), notifications_seen_at);
}

/** A time in the future would hide what comes until then. */
function earlier(until: string, at: string): string {
  return until < at ? until : at;
}

const storedDays = 90;
const rowsOfUser = 1000;

/** After 90 days, and what is above 1,000 rows of a user. */
export async function purgeNotifications(app: App): Promise<void> {
  const { database } = app;
  const before = new Date(app.now().getTime() - storedDays * 86_400_000).toISOString();
  await eachStep(app.log, {
    'old notifications': async () => {
      while (await database.write((tx) => repository.deleteSomeBefore(tx, before)));
    },
    'notifications above the limit of a user': async () =>
      app.faults.each(await repository.listFull(database.read, rowsOfUser), {
        what: 'users with too many notifications',
        idOf: (user_id) => user_id,
        run: (user_id) => database.write((tx) => repository.deleteSurplus(tx, user_id, rowsOfUser)),
      }),
  });
}

/** With the user, because the table has no foreign key. */
export function deleteNotifications({ tx }: InTransaction<Context>, user_id: string): Promise<void> {
  return repository.deleteOfUser(tx, user_id);
}

/** After a restore: the emails that waited may have been sent since. */
export function dropEmails({ tx }: InTransaction<Context>): Promise<void> {
  return repository.dropAllEmails(tx);
}

function notFound(): never {
  throw new ApiError('not_found', 'This notification does not exist any more.');
}

/** PostgreSQL keeps the members of JSON in an order of its own. */
function inOrderOfNames(details: NotificationDetails): NotificationDetails {
  return Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)));
}
