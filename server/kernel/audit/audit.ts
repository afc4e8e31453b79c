import { sql } from 'kysely';
import { type AuditAction, type AuditSubjectType, auditActions } from '../../../contract/audit.ts';
import type { ChangeList } from '../../../contract/changes.ts';
import { displayName } from '../../../contract/users.ts';
import { isOneOf, rowsOf } from '../../platform/database/query.ts';
import { orderedId } from '../../platform/uuid.ts';
import { noRow, recordChange } from '../changes/record-change.ts';
import { type Context, type InTransaction, now, originOf } from '../context.ts';
import { insertOf, type Transaction } from '../database/database.ts';
import type { AuditEntryLocationsTable } from '../database/schema.ts';
import { noticesOf } from '../notifications/notices-of-act.ts';
import { notify } from '../notifications/notify.ts';

export interface AuditRecord {
  action: AuditAction;
  subject: { type: AuditSubjectType; id: string | null; name: string };
  /**
   * Changed fields in `before` and `after`, what was granted and revoked in `added` and `removed`. Never put a secret
   * or a location here: the members below link locations, so that readers see only those in their scope.
   */
  details?: Record<string, unknown>;
  /** For an event that is recorded later. */
  at?: string;
  /** Readers who have one of them see the entry; without any, only readers with access to all locations do. */
  location_ids?: readonly string[];
  locations_added?: readonly string[];
  locations_removed?: readonly string[];
  /** Of these: where the user sees the location before and after, through a district or by an assignment. Nobody is told. */
  unchanged_at?: ReadonlySet<string>;
  /** Links the current locations of the subject, a user. */
  at_locations_of_subject?: boolean;
  /** Lists whose rows change, when they differ from those of the action. */
  changes?: readonly ChangeList[];
  /** The user to whom the subject belongs: the row of `runs` in the change log. */
  owner_id?: string | null;
  /** Further users whose rows change. */
  changed_users?: readonly string[];
}

export interface NamedUser {
  id: string;
  full_name: string | null;
  email: string;
}

export function userSubject(user: NamedUser) {
  return { type: 'user', id: user.id, name: displayName(user) } as const;
}

/**
 * Locations are linked by their current names, so call it before one is deleted. The users whom the act concerns are told
 * behind the commit.
 */
export function audit(ctx: InTransaction, record: AuditRecord): void {
  const { tx } = ctx;
  const { subject } = record;
  const act = actOf(ctx, record);
  const id = orderedId(act.at);
  const subjectColumns = { subject_type: subject.type, subject_id: subject.id, subject_name: subject.name };
  tx.later(insertOf('audit_entries', { id, ...subjectColumns, ...act }).execute(tx));
  const { location_ids = [], locations_added = [], locations_removed = [] } = record;
  const linked = (ids: readonly string[], change: 'added' | 'removed' | null) =>
    ids.map((location_id) => ({ location_id, change }));
  linkEntry(tx, { id, at: act.at }, [
    ...linked(locations_added, 'added'),
    ...linked(locations_removed, 'removed'),
    ...linked(location_ids, null),
  ]);
  if (record.at_locations_of_subject) linkToLocationsOfSubjects(tx, [id]);
  for (const notice of noticesOf(record)) notify(ctx, notice);
  const { changes, owner_id, changed_users = [] } = record;
  recordChanges(ctx, { id, action: record.action, subject_id: subject.id, changes, owner_id });
  for (const row_id of changed_users) recordChange(ctx, { list: 'users', row_id, act: 'put', audit_id: id });
}

interface Recorded {
  id: string;
  action: AuditAction;
  subject_id: string | null;
  changes?: readonly ChangeList[] | undefined;
  owner_id?: string | null | undefined;
}

/** The rows that the action changes, for the change log. */
function recordChanges(
  ctx: InTransaction<Pick<Context, 'app'>>,
  { id, action, subject_id, changes = auditActions[action].changes, owner_id }: Recorded,
): void {
  const [type, verb] = action.split('.');
  const rows: Partial<Record<ChangeList, string | null | undefined>> = {
    settings: noRow,
    locations: null,
    runs: owner_id,
    ...(type !== 'district' && { districts: noRow }),
  };
  for (const list of changes) {
    const row_id = list in rows ? rows[list] : subject_id;
    // An unknown email, or a run of the command line.
    if (row_id === undefined || (row_id === null && list !== 'locations')) continue;
    const act = verb === 'deleted' && list === `${type}s` ? 'removed' : 'put';
    recordChange(ctx, { list, row_id, act, audit_id: id });
  }
}

/** An entry about a user, linked to their current locations. */
export function auditUser(
  ctx: InTransaction,
  user: NamedUser,
  action: AuditAction,
  details: Record<string, unknown> = {},
): void {
  audit(ctx, { action, subject: userSubject(user), details, at_locations_of_subject: true });
}

/** An entry for each, linked to their current locations. */
export function auditUsers(
  ctx: InTransaction,
  users: readonly NamedUser[],
  act: Pick<AuditRecord, 'action' | 'details'>,
): void {
  const { tx } = ctx;
  const shared = actOf(ctx, act);
  const entries = users.map((user) => ({
    id: orderedId(shared.at),
    subject_id: user.id,
    subject_name: displayName(user),
  }));
  const columns = Object.keys(shared).map((name) => sql.ref(name));
  const insert = sql`insert into audit_entries (id, subject_type, subject_id, subject_name, ${sql.join(columns)})
    select list.id, 'user', list.subject_id, list.subject_name, ${sql.join(Object.values(shared))}
    from ${rowsOf(tx, { id: 'uuid', subject_id: 'uuid', subject_name: 'text' }, entries)}`;
  tx.later(insert.execute(tx));
  linkToLocationsOfSubjects(
    tx,
    entries.map((entry) => entry.id),
  );
  for (const user of users) {
    for (const notice of noticesOf({ ...act, subject: userSubject(user) })) notify(ctx, notice);
  }
  for (const { id, subject_id } of entries) recordChanges(ctx, { id, action: act.action, subject_id });
}

function actOf(
  ctx: Context,
  { action, details = {}, at = now(ctx) }: Pick<AuditRecord, 'action' | 'details' | 'at'>,
) {
  return {
    at,
    actor_id: ctx.actor.user_id,
    actor_name: ctx.actor.name,
    action,
    details: JSON.stringify(details),
    via: ctx.request.via,
    ...originOf(ctx),
    run_id: ctx.request.run_id ?? null,
    token_id: ctx.actor.token?.id ?? null,
    token_name: ctx.actor.token?.name ?? null,
  };
}

type Change = AuditEntryLocationsTable['change'];

interface Link {
  location_id: string;
  change: Change;
}

/** Links an entry to locations by their current names. A location is linked once; the first link stays. */
function linkEntry(tx: Transaction, entry: { id: string; at: string }, links: readonly Link[]): void {
  const first = new Map<string, Link>();
  for (const link of links) if (!first.has(link.location_id)) first.set(link.location_id, link);
  if (first.size === 0) return;
  const columns = { entry_id: 'uuid', location_id: 'uuid', at: 'timestamptz', change: 'text' } as const;
  const rows = [...first.values()].map((link) => ({ entry_id: entry.id, at: entry.at, ...link }));
  const list = rowsOf(tx, columns, rows);
  const isOne = sql`locations.id = list.location_id`;
  // Of 100 rows, which PostgreSQL expects, it would read all locations: `offset 0` makes it look for each.
  const found =
    tx.dialect === 'sqlite'
      ? sql`${list} cross join locations on ${isOne}`
      : sql`${list} cross join lateral (select id, name from locations where ${isOne} offset 0) as locations`;
  const insert = sql`
    insert into audit_entry_locations (entry_id, location_id, at, location_name, change)
    select list.entry_id, locations.id, list.at, locations.name, list.change from ${found}`;
  tx.later(insert.execute(tx));
}

/** Links entries about users to the current locations of these users. */
function linkToLocationsOfSubjects(tx: Transaction, entryIds: readonly string[]): void {
  const insert = sql`
    insert into audit_entry_locations (entry_id, location_id, at, location_name, change)
    select audit_entries.id, links.location_id, audit_entries.at,
      (select name from locations where id = links.location_id), null
    from audit_entries join user_locations as links on links.user_id = audit_entries.subject_id
    where ${isOneOf(tx, 'audit_entries.id', entryIds)}`;
  tx.later(insert.execute(tx));
}
