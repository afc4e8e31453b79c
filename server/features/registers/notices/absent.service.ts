import { change } from '../../../kernel/change.ts';
import type { App } from '../../../kernel/context.ts';
import { listActs } from '../../../kernel/notifications/list-acts.ts';
import { type Notice, notify } from '../../../kernel/notifications/notify.ts';
import { silentSince } from '../connections/registers.service.ts';
import { dayInWords, daysBefore, momentInWords } from '../figures/days.pure.ts';
import { once } from '../figures/notices.service.ts';
import { registerContext } from '../figures/tasks.service.ts';
import { findMissingDays, missingDays, type ReportingLocation } from './absent.pure.ts';
import * as repository from './notices.repository.ts';

/** Data that come within this time are answered by one look at who sent nothing. */
export const absentEveryMs = 300_000;
const dayMs = 86_400_000;
/** Who is silent for longer was told, or was given up before anybody was. */
const silentDays = 30;

/**
 * Tells which locations are silent and which days are missing, once each. Only when something came lately: nothing from
 * anybody is an outage here, and says nothing about a location. Several servers may do it at once.
 */
export async function noticeAbsent(app: App): Promise<void> {
  const { read } = app.database;
  const now = app.now();
  const newest = await repository.findNewestData(read);
  if (newest === null || Date.parse(newest) < now.getTime() - 2 * absentEveryMs) return;
  const locations = await repository.listReportingLocations(
    read,
    { all: true },
    now.toISOString().slice(0, 10),
  );
  const notices = [...silentOf(app, locations), ...(await missingOf(app, locations))];
  const since = new Date(now.getTime() - (silentDays + 2) * dayMs).toISOString();
  const acts = await listActs(read, {
    kinds: ['register_silent', 'day_missing'],
    location_ids: [...new Set(notices.map(locationOf))],
    since,
  });
  const known = new Set(acts.map(({ kind, location_id, act }) => `${kind} ${location_id} ${act}`));
  const news = notices.filter((one) => !known.has(`${one.kind} ${locationOf(one)} ${one.act}`));
  if (news.length === 0) return;
  await change(registerContext(app, 'Registers'), {}, async (ctx) => {
    for (const notice of news) notify(ctx, notice);
  });
}

const locationOf = ({ subject }: Notice) => subject.id ?? '';

function silentOf(app: App, locations: readonly repository.SendingLocation[]): Notice[] {
  const since = silentSince(app);
  const until = new Date(Date.parse(since) - silentDays * dayMs).toISOString();
  return locations.flatMap(({ register_at: at, time_zone, ...location }) =>
    at !== null && at < since && at > until
      ? { ...once(location, 'register_silent', at), details: { since: momentInWords(at, time_zone) } }
      : [],
  );
}

async function missingOf(app: App, locations: readonly ReportingLocation[]): Promise<Notice[]> {
  const from = daysBefore(app.now().toISOString().slice(0, 10), missingDays + 2);
  const days = await repository.listReportedDays(app.database.read, from);
  return findMissingDays(locations, days, app.now()).map(({ location, date, isOpen }) => ({
    ...once(location, 'day_missing', date),
    details: { date, day: dayInWords(date), is_open: isOpen },
  }));
}
