import {
  allNotificationKinds,
  kindOf,
  type NotificationKind,
} from '../../../contract/notifications/notification-kinds.ts';
import type {
  Notification,
  NotificationCounts,
  NotificationDetails,
  NotificationPage,
} from '../../../contract/notifications/notifications.ts';
import { listPermissions, type ViewList, viewLists } from '../../../contract/views.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { recordOwnChange } from '../../kernel/changes/record-change.ts';
import { type App, type Context, type InTransaction, now, reader } from '../../kernel/context.ts';
import type { NotificationSubjectType } from '../../kernel/database/schema.ts';
import { decodeMoment, encodeMoment, type Moment } from '../../kernel/paging.ts';
import { runScopeOf } from '../../kernel/run-subjects.ts';
import { eachStep, inOrder } from '../../platform/background/background.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { coversById } from '../covers/covers.service.ts';
import { findPreferences, moveSeen } from '../preferences/preferences.service.ts';
import { foldLines, type Line, type NoticeRow, pathOf } from './lines.pure.ts';
import type { Selected, Visibility } from './location-notices.repository.ts';
import * as locations from './location-notices.repository.ts';
import * as repository from './notifications.repository.ts';
import { emptyOutbox } from './outbox.repository.ts';

/** The newest first, and only those whose subject the actor sees now. */
export async function listNotifications(
  ctx: Authorized<'signed_in'>,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<NotificationPage> {
  const position = decodeMoment('notifications', after);
  const { notifications_seen_at: seen_at, time_zone } = await findPreferences(reader(ctx), userOf(ctx));
  const lines = await readLines(ctx, {});
  const older = lines.filter((line) => position === null || isOlder(line, position));
  const shown = older.slice(0, limit);
  const last = older.length > limit ? shown.at(-1) : undefined;
  const covers = await coversById(ctx, shown.flatMap(coverOf));
  return {
    notifications: shown.map((line) => ({
      ...present(line, seen_at),
      cover: covers.get(coverOf(line)[0] ?? '') ?? null,
    })),
    ...counted(lines, seen_at),
    next: last ? encodeMoment('notifications', { created_at: last.last_at, id: last.id }) : null,
    time_zone,
  };
}

/** Own notices and those of locations, as lines. */
export async function readLines(ctx: Authorized, selected: Selected): Promise<Line[]> {
  const [db, visibility] = [reader(ctx), visibilityOf(ctx)];
  const [own, ofLocations] = await inOrder([
    repository.listOwn(db, visibility, selected),
    locations.listOfLocations(db, visibility, selected),
  ]);
  return foldLines([...own, ...ofLocations]);
}

function isOlder({ last_at, id }: Line, { created_at, id: before }: Moment): boolean {
  return last_at < created_at || (last_at === created_at && id < before);
}

const coverOf = ({ subject_type, subject_id }: Line) =>
  subject_type === 'cover' && subject_id ? [subject_id] : [];

/** The badge counts lines. */
function counted(lines: readonly Line[], seen_at: string | null): NotificationCounts {
  const unread = lines.filter(({ isRead }) => !isRead);
  const unseen = unread.filter(({ last_at }) => seen_at === null || last_at > seen_at);
  return { unseen: unseen.length, unread: unread.length };
}

function present(line: Line, seen_at: string | null): Omit<Notification, 'cover'> {
  const { id, kind, subject_name, details, count, first_at, last_at, isRead: is_read } = line;
  const is_seen = seen_at !== null && last_at <= seen_at;
  const path = pathOf(line);
  return {
    ...{ id, kind, subject_name, details: inOrderOfNames(details), count, path },
    ...{ first_at, last_at, is_read, is_seen },
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
    const shown = (await readLines(ctx, {})).flatMap(({ rows }) => rows);
    const last = earlier(until, now(ctx));
    await markRows(
      ctx,
      shown.filter(({ isRead, last_at }) => !isRead && last_at <= last),
      true,
    );
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
    const line = (await readLines(ctx, {})).find((line) => line.id === id) ?? notFound();
    await markRows(ctx, line.rows, isRead);
    return countsOf(ctx);
  });
}

async function markRows(ctx: InTransaction, rows: readonly NoticeRow[], isRead: boolean): Promise<void> {
  const user_id = userOf(ctx);
  const { own = [], ofLocations = [] } = Object.groupBy(rows, ({ isOfLocation }) =>
    isOfLocation ? 'ofLocations' : 'own',
  );
  const ids = own.map(({ id }) => id);
  const until = own.reduce((newest, { last_at }) => (last_at > newest ? last_at : newest), '');
  if (ids.length > 0) await repository.markRead(ctx.tx, user_id, { ids, until }, isRead ? now(ctx) : null);
  await locations.markRead(ctx.tx, user_id, ofLocations, isRead);
  tellTabs(ctx, rows.length > 0);
}

/** All tabs and browsers of the user show the same marks. */
function tellTabs(ctx: InTransaction, isChanged: boolean): void {
  if (isChanged) recordOwnChange(ctx, 'notifications', userOf(ctx));
}

/** Whether the actor sees one of these in the bell now. */
export async function isAnyInBell(ctx: Authorized, ids: readonly string[]): Promise<boolean> {
  return (await readLines(ctx, { ids })).length > 0;
}

async function countsOf(ctx: InTransaction<Authorized>): Promise<NotificationCounts> {
  const { notifications_seen_at } = await findPreferences(reader(ctx), userOf(ctx));
  return counted(await readLines(ctx, {}), notifications_seen_at);
}

/** What the actor sees with their permissions of this moment. */
export function visibilityOf(ctx: Authorized): Visibility {
  const has = (permission: Parameters<typeof ctx.actor.permissions.has>[0]) =>
    ctx.actor.permissions.has(permission);
  const views: ViewList[] = viewLists.filter((list) => has(listPermissions[list]));
  const types: NotificationSubjectType[] = [
    ...(['account', 'run'] as const),
    ...(has('locations.read') ? (['location', 'cover'] as const) : []),
    ...(has('users.read') ? (['user'] as const) : []),
    ...(has('settings.read') ? (['backup'] as const) : []),
    ...(has('tokens.manage') ? (['service_account'] as const) : []),
    ...(views.length > 0 ? (['view'] as const) : []),
  ];
  const kinds = kindsFor(ctx);
  const scope = scopeOf(ctx);
  return { user_id: userOf(ctx), scope, at: now(ctx), runs: runScopeOf(ctx), types, views, kinds };
}

/** That the actor can get. */
export function kindsFor({ actor }: Context): NotificationKind[] {
  return allNotificationKinds.filter((kind) => {
    const { permission } = kindOf(kind);
    return permission === undefined || actor.permissions.has(permission);
  });
}

export function userOf({ actor }: Context): string {
  if (actor.user_id === null) throw new ApiError('unauthenticated', 'No user logged in');
  return actor.user_id;
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
    'old notices of locations': async () => {
      while (await database.write((tx) => locations.deleteSomeBefore(tx, before)));
    },
    'notifications above the limit of a user': async () =>
      app.faults.each(await repository.listFull(database.read, rowsOfUser), {
        what: 'users with too many notifications',
        idOf: (user_id) => user_id,
        run: (user_id) => database.write((tx) => repository.deleteSurplus(tx, user_id, rowsOfUser)),
      }),
  });
}

/** With the user, because the tables have no foreign key. */
export async function deleteNotifications({ tx }: InTransaction<Context>, user_id: string): Promise<void> {
  await repository.deleteOfUser(tx, user_id);
  await locations.deleteMarksOfUser(tx, user_id);
}

/** After a restore: what waited may have been delivered, and its emails sent, since. */
export async function dropWaiting({ tx }: InTransaction<Context>): Promise<void> {
  await emptyOutbox(tx);
  await repository.dropAllEmails(tx);
}

function notFound(): never {
  throw new ApiError('not_found', 'This notification does not exist any more.');
}

/** PostgreSQL keeps the members of JSON in an order of its own. */
function inOrderOfNames(details: NotificationDetails): NotificationDetails {
  return Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)));
}
