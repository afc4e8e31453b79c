import { type Insertable, type Selectable, sql } from 'kysely';
import type { AmrEntry, AuthSessionsTable, EndedReason } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { coversNothing } from '../../../kernel/scope.ts';
import { clockToleranceMs } from '../../../platform/clock.ts';
import { forUpdate, isFound, joined, readOften } from '../../../platform/database/query.ts';

export type SessionRow = Selectable<AuthSessionsTable>;

/** Of a user, as they are now. */
export interface Rights {
  /** 0 or 1 on SQLite. */
  has_factor: boolean | number;
  needs_factor: boolean | number;
  /** Distinct names joined by commas; null without any. */
  permissions: string | null;
}

export interface AccessRow extends Rights {
  user_id: string;
  created_at: string;
  seen_at: string | null;
  ended_at: string | null;
  aal: 'aal1' | 'aal2';
  amr: AmrEntry[];
  email: string;
  full_name: string | null;
  /** Null without a profile. */
  is_active: boolean | null;
  covers_nothing: boolean | number;
}

/** Of the account or user `a`. */
export function rightsOf(db: Queryable) {
  return sql`(select ${joined(db, 'distinct rp.permission')} from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
      where ur.user_id = a.id) as permissions,
    exists (select 1 from auth_factors f where f.user_id = a.id and f.status = 'verified') as has_factor,
    exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
      where ur.user_id = a.id and r.requires_second_factor) as needs_factor`;
}

export async function findAccess(db: Queryable, id: string, at: string): Promise<AccessRow | undefined> {
  const query = sql<AccessRow>`
    select s.user_id, s.created_at, s.seen_at, s.ended_at, s.aal, s.amr, a.email, u.full_name, u.is_active, ${rightsOf(db)},
      ${coversNothing('s.user_id', at)} as covers_nothing
    from auth_sessions s
    join auth_users a on a.id = s.user_id
    left join users u on u.id = s.user_id
    where s.id = ${id}`;
  return (await readOften(db, query))[0];
}

export async function findActiveUser(db: Queryable, id: string) {
  type Row = Pick<AccessRow, 'email' | 'full_name' | 'has_factor' | 'needs_factor' | 'permissions'>;
  const query = sql<Row & { has_factor_elsewhere: boolean | number }>`
    select a.email, u.full_name, ${rightsOf(db)},
      exists (select 1 from auth_provider_links l join auth_providers p on p.name = l.provider
        where l.user_id = a.id and p.is_second_factor_by_amr and p.state <> 'off') as has_factor_elsewhere
    from users u join auth_users a on a.id = u.id
    where u.id = ${id} and u.is_active`;
  const [user] = (await query.execute(db)).rows;
  if (!user) return null;
  const { email, full_name, permissions, has_factor, has_factor_elsewhere, needs_factor } = user;
  return {
    ...{ email, full_name, permissions: permissions ? permissions.split(',') : [] },
    needs_setup: Boolean(needs_factor) && !has_factor && !has_factor_elsewhere,
  };
}

export function insertSession(tx: Transaction, session: SessionRow): void {
  const row: Insertable<AuthSessionsTable> = { ...session, amr: JSON.stringify(session.amr) };
  tx.later(tx.insertInto('auth_sessions').values(row).execute());
}

export async function findRefreshKey(db: Queryable, id: string): Promise<string | undefined> {
  const query = db.selectFrom('auth_sessions').select('refresh_key').where('id', '=', id);
  return (await query.executeTakeFirst())?.refresh_key;
}

/** Requests with the same refresh token run one after the other. */
export function lockSession(tx: Transaction, id: string): Promise<SessionRow | undefined> {
  const query = tx.selectFrom('auth_sessions').selectAll().where('id', '=', id);
  return forUpdate(tx, query).executeTakeFirst();
}

export function findSessionStart(db: Queryable, id: string) {
  const query = db.selectFrom('auth_sessions').select(['created_at', 'provider_sid']).where('id', '=', id);
  return query.executeTakeFirst();
}

/** The last used or refreshed first. */
export function listOpenSessions(db: Queryable, user_id: string) {
  return db
    .selectFrom('auth_sessions')
    .select(['id', 'created_at', 'refreshed_at', 'seen_at', 'ip', 'user_agent'])
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .orderBy((eb) => eb.fn.coalesce('seen_at', 'refreshed_at'), 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Another instance may have saved a later time, which stays unless it is in the future because of a wrong clock. Skips
 * locked rows, so that one transaction saves many rows without waiting.
 */
export async function touchSession(tx: Transaction, id: string, seen_at: string): Promise<void> {
  const latest = new Date(Date.parse(seen_at) + clockToleranceMs).toISOString();
  await tx
    .updateTable('auth_sessions')
    .set({ seen_at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('auth_sessions')
        .select('id')
        .where('id', '=', id)
        .$if(tx.dialect === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .where((eb) =>
      eb.or([eb('seen_at', 'is', null), eb('seen_at', '<', seen_at), eb('seen_at', '>', latest)]),
    )
    .execute();
}

export async function updateSession(
  tx: Transaction,
  id: string,
  { amr, ...change }: Partial<SessionRow>,
): Promise<void> {
  await tx
    .updateTable('auth_sessions')
    .set({ ...change, ...(amr && { amr: JSON.stringify(amr) }) })
    .where('id', '=', id)
    .execute();
}

/** Those that this factor raised; with null, all. */
export async function lowerSessions(
  tx: Transaction,
  user_id: string,
  factor_id: string | null,
): Promise<void> {
  const lowered = { aal: 'aal1', factor_id: null } as const;
  const query = tx.updateTable('auth_sessions').set(lowered).where('user_id', '=', user_id);
  await (factor_id ? query.where('factor_id', '=', factor_id) : query).execute();
}

interface Ending {
  ended_at: string;
  ended_reason: EndedReason;
}

function ending(tx: Transaction, ending: Ending) {
  return tx.updateTable('auth_sessions').set(ending).where('ended_at', 'is', null);
}

export async function endSession(tx: Transaction, id: string, how: Ending): Promise<void> {
  await ending(tx, how).where('id', '=', id).execute();
}

export async function endAllSessions(
  tx: Transaction,
  user_id: string,
  how: Ending,
  except?: string,
): Promise<void> {
  const query = ending(tx, how).where('user_id', '=', user_id);
  await (except ? query.where('id', '!=', except) : query).execute();
}

export async function endLowerSessions(
  tx: Transaction,
  user_id: string,
  except: string,
  how: Ending,
): Promise<void> {
  const lower = ending(tx, how).where('aal', '=', 'aal1');
  await lower.where('user_id', '=', user_id).where('id', '!=', except).execute();
}

/** Those that `isOver` rejects. */
export async function endExpiredSessions(
  tx: Transaction,
  limits: { created_before: string | null; seen_before: string | null },
  ended_at: string,
): Promise<void> {
  const { created_before, seen_before } = limits;
  if (!created_before && !seen_before) return;
  const latest = new Date(Date.parse(ended_at) + clockToleranceMs).toISOString();
  await ending(tx, { ended_at, ended_reason: 'expired' })
    .where((eb) =>
      eb.or([
        eb('created_at', '>', latest),
        ...(created_before ? [eb('created_at', '<', created_before)] : []),
        ...(seen_before ? [eb(eb.fn.coalesce('seen_at', 'created_at'), '<', seen_before)] : []),
      ]),
    )
    .execute();
}

/** Ended ones, too, for as long as they are kept. */
export function hasSessionFrom(
  tx: Transaction,
  user_id: string,
  { ip, user_agent, except }: { ip: string; user_agent: string; except: string | null },
): Promise<boolean> {
  let query = tx.selectFrom('auth_sessions').select('id').where('user_id', '=', user_id);
  if (except !== null) query = query.where('id', '!=', except);
  return isFound(query.where('ip', '=', ip).where('user_agent', '=', user_agent).limit(1));
}

export async function deleteEndedSessions(tx: Transaction, before: string): Promise<void> {
  await tx.deleteFrom('auth_sessions').where('ended_at', '<', before).execute();
}
