import {
  type AccessReason,
  accessOnMaxRows,
  type LocationOn,
  type ReasonOn,
  type UserOn,
} from '../../../contract/access-on.ts';
import { type AuditAction, auditActions } from '../../../contract/audit.ts';
import { dayAt, instantOf } from '../../../contract/fields/zone-clock.ts';
import { type Authorized, holds, requirePermission, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import { grantorNames } from '../../kernel/grantors.ts';
import { exportTable } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { daysBefore, timeInFiles } from '../../platform/clock.ts';
import { invalid } from '../../platform/http/errors.ts';
import { auditScopeOf } from '../audit/audit.service.ts';
import { accountsAt } from '../auth/tokens/service-accounts.service.ts';
import { requireLocation } from '../locations/locations.service.ts';
import { notFound } from '../users/guards.service.ts';
import { namesInScope } from '../users/users.service.ts';
import { findBeginning, listEntries, listLocations } from './access-on.repository.ts';
import { readPastAt, readPastOf } from './read-past.service.ts';
import type { Day, NotUndone, PastUser, Seen } from './undo.pure.ts';

type Reader = Authorized<'audit.read'>;

/** Who could see it at any moment of the day. @throws ApiError 404 out of scope, 403, 400 for a day to come. */
export async function getLocationAccessOn(ctx: Reader, id: string, day: string) {
  const found = await locationAccessOn(ctx, id, day);
  return { ...found, users: found.users.slice(0, accessOnMaxRows) };
}

/** As `getLocationAccessOn`, by the day of the chain. */
export async function getUserAccessOn(ctx: Reader, id: string, day: string) {
  const found = await userAccessOn(ctx, id, day);
  return { ...found, locations: found.locations.slice(0, accessOnMaxRows) };
}

async function locationAccessOn(ctx: Reader, id: string, day: string) {
  const users = requirePermission(ctx, 'users.read');
  const db = reader(ctx);
  await requireLocation(ctx, id);
  const [location] = await listLocations(db, { all: true }, { ids: [id], districtIds: [] });
  if (!location) notFound();
  const { times, answer } = await describeDay(ctx, day, location.time_zone);
  if (!times || dayAt(new Date(location.created_at), location.time_zone) > day)
    return { ...answer, users: [], total: 0, hidden_count: 0, services: null };
  const start = location.created_at > times.start ? location.created_at : times.start;
  const { seen, notUndone } = await readPastAt(db, location, { ...times, start });
  const present = await presenterOf(users, seen, times);
  const known = await namesInScope(
    users,
    seen.map(({ user }) => user.id),
  );
  const { all, hidesPast } = scopeOf(ctx);
  // Who was at the location is named in its entries. Whoever saw all locations may be of the head office.
  const mayName = (user: PastUser, reasons: readonly Seen[]) =>
    known.has(user.id) || (!hidesPast && (all || reasons.some(({ why }) => why !== 'all_locations')));
  const byUser = [...Map.groupBy(seen, ({ user }) => user)];
  const rows = byUser.flatMap(([user, reasons]): UserOn[] => {
    if (!mayName(user, reasons)) return [];
    const { id, name, isDeleted: is_deleted } = user;
    return [{ id, name, is_deleted, roles: [...(reasons[0]?.roles ?? [])].sort(), ...present(reasons) }];
  });
  return {
    ...answer,
    not_undone: describeFaults(notUndone),
    users: rows.sort(byName),
    total: rows.length,
    hidden_count: byUser.length - rows.length,
    services: await servicesOn(ctx, id, times),
  };
}

async function servicesOn(ctx: Reader, location_id: string, { start, end }: Day) {
  if (!holds(ctx.actor, 'tokens.manage')) return null;
  const accounts = await accountsAt(ctx, location_id);
  const actions = ['service.created', 'service.activated', 'service.deactivated'] as const;
  const entries = await listEntries(reader(ctx), { actions, subjects: accounts.map(({ id }) => id) });
  // Newest first: those of the day, and the last one before it.
  const wasActive = ({ id }: { id: string }) => {
    const known = entries.filter(({ subject_id, at }) => subject_id === id && at < end);
    const before = known.findIndex(({ at }) => at <= start);
    const decisive = before < 0 ? known : known.slice(0, before + 1);
    return decisive.some(({ action }) => action !== 'service.deactivated');
  };
  return accounts.filter(wasActive);
}

async function userAccessOn(ctx: Reader, id: string, day: string) {
  const users = requirePermission(ctx, 'users.read');
  if (!(await namesInScope(users, [id])).has(id)) notFound();
  const { times, answer } = await describeDay(ctx, day, ctx.app.config.time_zone);
  if (!times) return { ...answer, everywhere: [], locations: [], total: 0 };
  const { seen, notUndone, ids } = await readPastOf(reader(ctx), id, scopeOf(ctx), times);
  const present = await presenterOf(users, seen, times);
  const byLocation = Map.groupBy(seen, ({ location }) => location);
  const locations = [...byLocation].flatMap(([location, reasons]): LocationOn[] => {
    if (!location) return [];
    return [{ id: ids.has(location.id) ? location.id : null, name: location.name, ...present(reasons) }];
  });
  return {
    ...answer,
    not_undone: describeFaults(notUndone),
    everywhere: present(byLocation.get(null) ?? []).reasons,
    locations: locations.sort(byName),
    total: locations.length,
  };
}

/** `times` is null for a day before the log. @throws ApiError 400 for a day to come. */
async function describeDay(ctx: Reader, day: string, time_zone: string) {
  const now = ctx.app.now();
  const today = dayAt(now, time_zone);
  if (day > today) throw invalid({ path: 'day', message: 'Must be today or a day before' });
  const began = await findBeginning(reader(ctx));
  const log_began = began === null ? today : dayAt(new Date(began), time_zone);
  const isToday = day === today;
  const times: Day = {
    start: instantOf(day, '00:00', time_zone).toISOString(),
    end: (isToday ? now : instantOf(daysBefore(day, -1), '00:00', time_zone)).toISOString(),
    isToday,
  };
  const not_undone: ReturnType<typeof describeFaults> = [];
  const is_open_to_all = ctx.app.config.access_policy === 'open';
  const answer = { day, time_zone, log_began, not_undone, is_open_to_all };
  return { answer, times: day < log_began ? null : times };
}

async function presenterOf(ctx: Authorized<'users.read'>, seen: readonly Seen[], { start, end }: Day) {
  const nameOf = await grantorNames(
    ctx,
    seen.map(({ grant }) => grant),
  );
  const during = (from: string, until: string) => {
    return { from: from > start ? from : null, until: until < end ? until : null };
  };
  return (reasons: readonly Seen[]) => {
    const from = reasons.reduce((first, one) => (one.from < first ? one.from : first), end);
    const until = reasons.reduce((last, one) => (one.until > last ? one.until : last), start);
    return {
      ...during(from, until),
      reasons: reasons.map((one): ReasonOn => {
        const { why, through, grant } = one;
        const granted = grant.at === null ? null : { at: grant.at, by: nameOf(grant) };
        return { why, through, granted, ...during(one.from, one.until) };
      }),
    };
  };
}

/** Their subjects may be out of the reader's scope. */
function describeFaults(all: readonly NotUndone[]) {
  return all.map(({ at, action, why }) => ({ at, action: auditActions[action as AuditAction].label, why }));
}

const collator = new Intl.Collator('en-US');
const byName = (one: { name: string }, other: { name: string }) => collator.compare(one.name, other.name);

interface CsvRow {
  name: string;
  id: string | null;
  reason: ReasonOn | null;
  roles?: readonly string[];
}

const whyInWords: Record<AccessReason, (through: string | null) => string> = {
  assigned: () => 'Assigned',
  district: (through) => `Through ${through}`,
  all_locations: (through) => `Role ${through}, all locations`,
  cover: () => 'Cover',
};

const inUtc = (at: string | null | undefined) => (at ? timeInFiles(at) : '');

const reasonColumns: Record<string, (row: CsvRow) => string> = {
  Why: ({ reason }) => (reason ? whyInWords[reason.why](reason.through) : ''),
  'Granted by': ({ reason }) => (reason?.granted ? (reason.granted.by ?? 'another administrator') : ''),
  'Granted (UTC)': ({ reason }) => inUtc(reason?.granted?.at),
  'From (UTC)': ({ reason }) => inUtc(reason?.from),
  'Until (UTC)': ({ reason }) => inUtc(reason?.until),
};

/** A row for each reason. What the answer does not know is said below. */
export async function exportLocationAccessOn(
  ctx: Reader,
  { id, day }: { id: string; day: string },
  renew: Renew<'audit.read'>,
) {
  const { name } = await requireLocation(ctx, id);
  return exportTable<'audit.read', CsvRow>(ctx, {
    ...{ name: 'Access', action: 'access.exported', renew, scopeOf: auditScopeOf },
    details: { location: name, day },
    columns: {
      User: (row) => row.name,
      'User (id)': (row) => row.id,
      Roles: ({ roles }) => roles?.join('; ') ?? '',
      ...reasonColumns,
    },
    async read(ctx: Reader) {
      const found = await locationAccessOn(ctx, id, day);
      const { hidden_count } = found;
      const rows = found.users.flatMap(({ reasons, ...user }) =>
        reasons.map((reason) => ({ ...user, reason })),
      );
      const services = (found.services ?? []).map(({ name }) => noteRow(`${name} (service account)`));
      const hidden = hidden_count > 0 ? [noteRow(`and ${hidden_count} whom you cannot see`)] : [];
      return { rows: [...rows, ...services, ...hidden, ...notesOf(found)], next: null };
    },
  });
}

/** As `exportLocationAccessOn`. */
export async function exportUserAccessOn(
  ctx: Reader,
  { id, day }: { id: string; day: string },
  renew: Renew<'audit.read'>,
) {
  const user = (await namesInScope(requirePermission(ctx, 'users.read'), [id])).get(id) ?? notFound();
  return exportTable<'audit.read', CsvRow>(ctx, {
    ...{ name: 'Access', action: 'access.exported', renew, scopeOf: auditScopeOf, details: { user, day } },
    columns: { Location: (row) => row.name, 'Location (id)': (row) => row.id, ...reasonColumns },
    async read(ctx: Reader) {
      const found = await userAccessOn(ctx, id, day);
      const everywhere = { id: null, name: 'All locations', reasons: found.everywhere };
      const rows = [everywhere, ...found.locations].flatMap(({ id, name, reasons }) =>
        reasons.map((reason) => ({ id, name, reason })),
      );
      return { rows: [...rows, ...notesOf(found)], next: null };
    },
  });
}

const noteRow = (name: string): CsvRow => ({ name, id: null, reason: null });

function notesOf({
  day,
  log_began,
  not_undone,
}: Awaited<ReturnType<typeof userAccessOn | typeof locationAccessOn>>) {
  const isBefore = day < log_began;
  return [
    ...(isBefore ? [noteRow(`The audit log begins on ${log_began}`)] : []),
    ...not_undone.map(({ at, action, why }) =>
      noteRow(`Cannot be undone: ${action}, ${inUtc(at)} UTC. ${why}`),
    ),
  ];
}
