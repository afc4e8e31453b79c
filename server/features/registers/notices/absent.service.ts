import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listReporting } from '../../../../contract/registers.ts';
import { type Authorized, holds } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import { type App, reader } from '../../../kernel/context.ts';
import { type Act, listActs, listReceivers, takeBack } from '../../../kernel/notifications/list-acts.ts';
import { type Notice, notify } from '../../../kernel/notifications/notify.ts';
import { daysBefore, momentInWords } from '../../../platform/clock.ts';
import { silentSince } from '../connections/registers.service.ts';
import { dayInWords } from '../figures/days.pure.ts';
import { once } from '../figures/notices.service.ts';
import { registerContext } from '../figures/tasks.service.ts';
import {
  findMissingDays,
  isReported,
  missingDays,
  type ReportedDay,
  type ReportingLocation,
} from './absent.pure.ts';
import * as repository from './notices.repository.ts';

/** Data that come within this time are answered by one look at who sent nothing. */
export const absentEveryMs = 300_000;
const dayMs = 86_400_000;

type Notified = NonNullable<Answer<typeof listReporting>['locations'][number]['notified']>;
/** Who is silent for longer was told, or was given up before anybody was. */
const silentDays = 30;

/**
 * Tells which locations are silent and which days are missing, once each, and takes back what has come since. Only when
 * something came lately: nothing from anybody is an outage here, and says nothing about a location. Several servers may do
 * it at once.
 */
export async function noticeAbsent(app: App): Promise<void> {
  const { read } = app.database;
  const now = app.now();
  const newest = await repository.findNewestData(read);
  if (newest === null || Date.parse(newest) < now.getTime() - 2 * absentEveryMs) return;
  const today = now.toISOString().slice(0, 10);
  const locations = await repository.listReportingLocations(read, { all: true }, today);
  const acts = await listAbsent(
    app,
    locations.map(({ id }) => id),
  );
  const open = acts.filter(isOpen);
  const dates = open.flatMap(({ kind, act }) => (kind === 'day_missing' ? act : []));
  const first = daysBefore(today, missingDays + 2);
  // A date may be covered by the close of a later one.
  const days = await repository.listReportedDays(read, [first, ...dates].sort()[0] ?? first);
  const known = new Set(acts.map(({ kind, location_id, act }) => `${kind} ${location_id} ${act}`));
  const news = [...silentOf(app, locations), ...missingOf(app, locations, days)].filter(
    ({ kind, subject, act }) => !known.has(`${kind} ${subject.id} ${act}`),
  );
  const over = open.filter(isOver(locations, days));
  if (news.length + over.length === 0) return;
  await change(registerContext(app, 'Registers'), {}, async (ctx) => {
    for (const notice of news) notify(ctx, notice);
    await takeBack(ctx.tx, over);
  });
}

function listAbsent(app: App, location_ids: readonly string[]): Promise<Act[]> {
  const since = new Date(app.now().getTime() - (silentDays + 2) * dayMs).toISOString();
  return listActs(app.database.read, { kinds: ['register_silent', 'day_missing'], location_ids, since });
}

const isOpen = ({ details }: Act) => details.is_over !== true;

const namesMax = 20;

/** By location, who was told last that its register is silent or a day is missing. Names of users in scope only. */
export async function listNotified(
  ctx: Authorized<'registers.read'>,
  location_ids: readonly string[],
): Promise<Map<string, Notified>> {
  const acts = (await listAbsent(ctx.app, location_ids)).filter(isOpen);
  // At one time, that the register is silent says more than that a day is missing.
  const order = ({ first_at, kind }: Act) => `${first_at} ${kind}`;
  const newest = new Map(
    acts.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map((act) => [act.location_id, act]),
  );
  const notified = await listReceivers(
    reader(ctx),
    [...newest.values()].map(({ id }) => id),
  );
  const names = holds(ctx.actor, 'users.read')
    ? await ctx.app.namesInScope(ctx, [...new Set([...notified.values()].flat())])
    : new Map<string, string>();
  return new Map(
    [...newest].map(([location_id, { id, kind, act, first_at: at }]) => {
      const users = notified.get(id) ?? [];
      const shown = users
        .flatMap((user) => names.get(user) ?? [])
        .sort()
        .slice(0, namesMax);
      const date = kind === 'day_missing' ? act : null;
      return [location_id, { at, date, names: shown, others: users.length - shown.length }];
    }),
  );
}

/** A silent location spoke, or a missing day is closed. */
function isOver(locations: readonly repository.SendingLocation[], days: readonly ReportedDay[]) {
  const lastAt = new Map(locations.map(({ id, register_at }) => [id, register_at]));
  const byLocation = Map.groupBy(days, ({ location_id }) => location_id);
  return ({ kind, location_id, act }: Act) =>
    kind === 'register_silent'
      ? (lastAt.get(location_id) ?? '') > act
      : isReported(byLocation.get(location_id) ?? [], act);
}

function silentOf(app: App, locations: readonly repository.SendingLocation[]): Notice[] {
  const since = silentSince(app);
  const until = new Date(Date.parse(since) - silentDays * dayMs).toISOString();
  return locations.flatMap(({ register_at: at, time_zone, ...location }) =>
    at !== null && at < since && at > until
      ? { ...once(location, 'register_silent', at), details: { since: momentInWords(at, time_zone) } }
      : [],
  );
}

function missingOf(
  app: App,
  locations: readonly ReportingLocation[],
  days: readonly ReportedDay[],
): Notice[] {
  return findMissingDays(locations, days, app.now()).map(({ location, date, isOpen }) => ({
    ...once(location, 'day_missing', date),
    details: { date, day: dayInWords(date), is_open: isOpen },
  }));
}
