import {
  type AccessOn,
  type AccessReason,
  accessOnMaxRows,
  type ReasonOn,
  type RowOn,
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
import { notFound } from '../users/guards.service.ts';
import { namesInScope } from '../users/users.service.ts';
import { findBeginning, listEntries, listLocations } from './access-on.repository.ts';
import { readPastAt, readPastOf } from './read-past.service.ts';
import type { Seen } from './undo.pure.ts';

type Reader = Authorized<'audit.read'>;

/** Who could see a location, by its clock, or what a user could see, by that of the chain. */
interface Wanted {
  about: 'location' | 'user';
  id: string;
  day: string;
}

/** The first `limit` rows. @throws ApiError 404 out of scope, 403, 400 for a day to come. */
export async function getAccessOn(
  ctx: Reader,
  { about, id, day }: Wanted,
  limit = accessOnMaxRows,
): Promise<AccessOn> {
  const db = reader(ctx);
  const { users, location } = await requireSubject(ctx, { about, id });
  const time_zone = location?.time_zone ?? ctx.app.config.time_zone;
  const today = dayAt(ctx.app.now(), time_zone);
  if (day > today) throw invalid({ path: 'day', message: 'Must be today or a day before' });
  const began = await findBeginning(db);
  const log_began = began === null ? today : dayAt(new Date(began), time_zone);
  const is_open_to_all = ctx.app.config.access_policy === 'open';
  const answer = { day, time_zone, log_began, is_open_to_all };
  const isBefore = day < log_began || (location && day < dayAt(new Date(location.created_at), time_zone));
  if (isBefore) return { ...answer, not_undone: [], rows: [], total: 0, hidden_count: 0, services: null };

  const midnight = (day: string) => instantOf(day, '00:00', time_zone).toISOString();
  const justNow = new Date(ctx.app.now().getTime() + 1).toISOString();
  const times = { start: midnight(day), end: day === today ? justNow : midnight(daysBefore(day, -1)) };
  const past = location
    ? await readPastAt(db, location, times)
    : await readPastOf(db, id, scopeOf(ctx), times);
  const found = location ? await usersOf(users, past.seen) : locationsOf(past.seen);
  const known = found.filter((one) => one.mayName);
  const present = await presenterOf(users, past.seen, times);
  const rows = known.map(({ mayName, reasons, ...row }) => ({ ...row, ...present(reasons) }));
  return {
    ...answer,
    // Their subjects may be out of the reader's scope.
    not_undone: past.notUndone.map(({ action, ...entry }) => {
      return { ...entry, action: auditActions[action as AuditAction].label };
    }),
    rows: rows.sort(inOrder).slice(0, limit),
    total: rows.length,
    hidden_count: found.length - rows.length,
    services: location && (await servicesOn(ctx, id, times)),
  };
}

async function servicesOn(ctx: Reader, location_id: string, { start, end }: { start: string; end: string }) {
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

const isAll = ({ id, is_deleted }: RowOn) => Number(id === null && !is_deleted);
const collator = new Intl.Collator('en-US');
const inOrder = (one: RowOn, other: RowOn) =>
  isAll(other) - isAll(one) || collator.compare(one.name, other.name);

async function requireSubject(ctx: Reader, { about, id }: Pick<Wanted, 'about' | 'id'>) {
  const users = requirePermission(ctx, 'users.read');
  const [location = null] =
    about === 'location' ? await listLocations(reader(ctx), scopeOf(ctx), { ids: [id] }) : [];
  const name = location?.name ?? (about === 'user' && (await namesInScope(users, [id])).get(id));
  return { users, location, name: name || notFound() };
}

interface Found extends Pick<RowOn, 'id' | 'name' | 'is_deleted' | 'roles'> {
  mayName: boolean;
  reasons: readonly Seen[];
}

async function usersOf(ctx: Authorized<'users.read'>, seen: readonly Seen[]): Promise<Found[]> {
  const known = await namesInScope(
    ctx,
    seen.map(({ user }) => user.id),
  );
  const { all, hidesPast } = scopeOf(ctx);
  return [...Map.groupBy(seen, ({ user }) => user)].map(([{ id, name, isDeleted: is_deleted }, reasons]) => {
    // Who was at the location is named in its entries. Whoever saw all locations may be of the head office.
    const wasThere = all || reasons.some(({ why }) => why !== 'all_locations');
    const roles = [...(reasons[0]?.roles ?? [])].sort();
    return { mayName: known.has(id) || (!hidesPast && wasThere), id, name, is_deleted, roles, reasons };
  });
}

function locationsOf(seen: readonly Seen[]): Found[] {
  return [...Map.groupBy(seen, ({ location }) => location)].map(([location, reasons]) => {
    const { id, name, isDeleted } = location ?? { id: null, name: 'All locations', isDeleted: false };
    return { mayName: true, id: isDeleted ? null : id, name, is_deleted: isDeleted, roles: [], reasons };
  });
}

async function presenterOf(
  ctx: Authorized<'users.read'>,
  seen: readonly Seen[],
  { start, end }: { start: string; end: string },
) {
  const nameOf = await grantorNames(
    ctx,
    seen.map(({ grant }) => grant),
  );
  const during = (from: string, until: string) => {
    return { from: from > start ? from : null, until: until < end ? until : null };
  };
  return (reasons: readonly Seen[]) => {
    const [from = ''] = reasons.map((one) => one.from).sort();
    const until =
      reasons
        .map((one) => one.until)
        .sort()
        .at(-1) ?? '';
    return {
      ...during(from, until),
      reasons: reasons.map(({ why, through, grant, ...one }): ReasonOn => {
        const granted = grant.at === null ? null : { at: grant.at, by: nameOf(grant) };
        return { why, through, granted, ...during(one.from, one.until) };
      }),
    };
  };
}

interface CsvRow extends Pick<RowOn, 'id' | 'name' | 'roles'> {
  reason?: ReasonOn;
}

const whyInWords: Record<AccessReason, (through: string | null) => string> = {
  assigned: () => 'Assigned',
  district: (through) => `Through ${through}`,
  all_locations: (through) => `Role ${through}, all locations`,
  cover: () => 'Cover',
};

const inUtc = (at: string | null | undefined) => (at ? timeInFiles(at) : '');

/** A row for each reason. What the answer does not know is said below. */
export async function exportAccessOn(ctx: Reader, wanted: Wanted, renew: Renew<'audit.read'>) {
  const { about, day } = wanted;
  const { name } = await requireSubject(ctx, wanted);
  const head = about === 'location' ? 'User' : 'Location';
  return exportTable<'audit.read', CsvRow>(ctx, {
    ...{ name: 'Access', action: 'access.exported', renew, scopeOf: auditScopeOf },
    details: { [about]: name, day },
    columns: {
      [head]: (row) => row.name,
      [`${head} (id)`]: (row) => row.id,
      ...(about === 'location' && { Roles: ({ roles }: CsvRow) => roles.join('; ') }),
      Why: ({ reason }) => (reason ? whyInWords[reason.why](reason.through) : ''),
      'Granted by': ({ reason }) => (reason?.granted ? (reason.granted.by ?? 'another administrator') : ''),
      'Granted (UTC)': ({ reason }) => inUtc(reason?.granted?.at),
      'From (UTC)': ({ reason }) => inUtc(reason?.from),
      'Until (UTC)': ({ reason }) => inUtc(reason?.until),
    },
    async read(ctx: Reader) {
      const found = await getAccessOn(ctx, wanted, Number.POSITIVE_INFINITY);
      const rows = found.rows.flatMap(({ reasons, ...row }) => reasons.map((reason) => ({ ...row, reason })));
      const services = (found.services ?? []).map(({ name }) => `${name} (service account)`);
      const notes = [...services, ...notesOf(found)].map((name) => ({ id: null, name, roles: [] }));
      return { rows: [...rows, ...notes], next: null };
    },
  });
}

function notesOf({ day, log_began, not_undone, hidden_count }: AccessOn): string[] {
  return [
    ...(hidden_count > 0 ? [`and ${hidden_count} whom you cannot see`] : []),
    ...(day < log_began ? [`The audit log begins on ${log_began}`] : []),
    ...not_undone.map(({ at, action, why }) => `Cannot be undone: ${action}, ${inUtc(at)} UTC. ${why}`),
  ];
}
