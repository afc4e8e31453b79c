import { sql } from 'kysely';
import type { FileOutcome } from '../../../../contract/registers.ts';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { RegisterFilesTable, RegisterRereadingTable } from '../../../kernel/database/schema.ts';
import type { Moment } from '../../../kernel/paging.ts';
import { inScope } from '../../../kernel/scope.ts';
import { isOneOf, whereAll } from '../../../platform/database/query.ts';
import { withdrawnBy } from '../figures/withdrawn.repository.ts';

/** Of a refused file, enough to see what it is. What is longer cannot be read again. */
export const refusedBytes = 100_000;

/** By their hashes. */
export async function listKnown(db: Queryable, sender: string, hashes: readonly string[]) {
  const query = db
    .selectFrom('register_files')
    .select(['id', 'sha256', 'outcome', 'reason', 'location_id', withdrawnBy.as('withdrawn_by')]);
  const ofSender = query.where('sender', '=', sender).where(isOneOf(db, 'sha256', hashes, 'text'));
  return new Map((await ofSender.execute()).map((row) => [row.sha256, row]));
}

/** Returns the ids of new ones. */
export async function insertFiles(tx: Transaction, rows: RegisterFilesTable[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const query = tx.insertInto('register_files').values(rows).returning('id');
  const inserted = await query.onConflict((conflict) => conflict.doNothing()).execute();
  return new Set(inserted.map(({ id }) => id));
}

export async function updateFile(tx: Transaction, id: string, changes: Partial<RegisterFilesTable>) {
  await tx.updateTable('register_files').set(changes).where('id', '=', id).execute();
}

export interface FileRow extends Omit<RegisterFilesTable, 'content' | 'sender' | 'sha256'> {
  register_name: string | null;
  location_name: string | null;
  withdrawn_by: string | null;
  has_content: boolean;
}

export interface FileFilter {
  location?: string | undefined;
  district?: readonly string[] | undefined;
  register?: string | undefined;
  business_date?: string | undefined;
  outcome?: FileOutcome | undefined;
  id?: string | undefined;
}

/** Files without a location are for readers of all locations, and for who added them. */
function isVisible(scope: Scope) {
  if (scope.all) return [];
  // No token adds files.
  if (scope.within) return inScope(scope, 'register_files.location_id');
  return [
    sql`(${sql.join(inScope(scope, 'register_files.location_id'))}
      or (register_files.location_id is null and register_files.added_by = ${scope.user_id}))`,
  ];
}

/** A file that is withdrawn keeps the outcome that it had. */
function hasOutcome(outcome: FileOutcome) {
  if (outcome === 'withdrawn') return sql`${withdrawnBy} is not null`;
  return sql`(register_files.outcome = ${outcome} and ${withdrawnBy} is null)`;
}

export async function listFiles(
  db: Queryable,
  scope: Scope,
  { location, district, register, business_date, outcome, id }: FileFilter,
  after: Moment | null,
  limit: number,
): Promise<FileRow[]> {
  const conditions = [
    ...isVisible(scope),
    ...(location === undefined ? [] : [sql`register_files.location_id = ${location}`]),
    ...(district === undefined ? [] : [isOneOf(db, 'locations.district_id', district)]),
    ...(register === undefined ? [] : [sql`register_files.register_id = ${register}`]),
    ...(business_date === undefined ? [] : [sql`register_files.business_date = ${business_date}`]),
    ...(outcome === undefined ? [] : [hasOutcome(outcome)]),
    ...(id === undefined ? [] : [sql`register_files.id = ${id}`]),
    ...(after
      ? [sql`(register_files.received_at, register_files.id) < (${after.created_at}, ${after.id})`]
      : []),
  ];
  const query = sql<Omit<FileRow, 'has_content'> & { stored: number }>`
    select register_files.id, register_files.register_id, register_files.location_id, register_files.name,
      register_files.bytes, register_files.received_at, register_files.outcome, register_files.reason,
      register_files.document, register_files.store_number, register_files.business_date,
      register_files.added_by, register_files.added_by_name,
      ${withdrawnBy} as withdrawn_by, register_connections.name as register_name, locations.name as location_name,
      case when register_files.content is null then 0 when register_files.outcome = 'refused'
        and register_files.bytes > ${refusedBytes} then 0 else 1 end as stored
    from register_files
      left join register_connections on register_connections.id = register_files.register_id
      left join locations on locations.id = register_files.location_id
    ${whereAll(conditions)}
    order by register_files.received_at desc, register_files.id desc limit ${limit}`;
  return (await query.execute(db)).rows.map(({ stored, ...row }) => ({ ...row, has_content: stored === 1 }));
}

export async function findFile(db: Queryable, id: string): Promise<RegisterFilesTable | null> {
  const query = db.selectFrom('register_files').selectAll().where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** What decides whether a file still waits. */
export type WaitingKind = Pick<RegisterFilesTable, 'sender' | 'added_by' | 'store_number'>;

/** Files that wait for a location; those of one wait for their day. Those of the newest files first. */
export function listWaitingKinds(db: Queryable, limit: number): Promise<WaitingKind[]> {
  return db
    .selectFrom('register_files')
    .select(['sender', 'added_by', 'store_number'])
    .where('outcome', '=', 'waiting')
    .where('location_id', 'is', null)
    .groupBy(['sender', 'added_by', 'store_number'])
    .orderBy((eb) => eb.fn.max('received_at'), 'desc')
    .limit(limit)
    .execute();
}

/** The oldest ones first. */
export async function listWaiting(
  db: Queryable,
  { sender, added_by, store_number }: WaitingKind,
  limit: number,
): Promise<string[]> {
  const query = sql<{ id: string }>`select id from register_files
    where outcome = 'waiting' and location_id is null and sender = ${sender}
      and ${added_by === null ? sql`added_by is null` : sql`added_by = ${added_by}`}
      and ${store_number === null ? sql`store_number is null` : sql`store_number = ${store_number}`}
    order by received_at, id limit ${limit}`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/** In the order of their arrival, those that are still stored. */
export async function listFilesAfter(db: Queryable, after: Moment | null, limit: number) {
  const query = sql<Moment & { bytes: number }>`
    select register_files.received_at as created_at, register_files.id, register_files.bytes
    from register_files where register_files.content is not null
      and (register_files.outcome <> 'refused' or register_files.bytes <= ${refusedBytes})
      ${after ? sql`and (received_at, id) > (${after.created_at}, ${after.id})` : sql``}
    order by received_at, id limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Null for another version, whose reading was another one. */
export async function findRereading(db: Queryable, version: string): Promise<RegisterRereadingTable | null> {
  const query = db.selectFrom('register_rereading').selectAll().where('version', '=', version);
  return (await query.executeTakeFirst()) ?? null;
}

export async function saveRereading(tx: Transaction, { id, ...row }: RegisterRereadingTable): Promise<void> {
  const query = tx.insertInto('register_rereading').values({ id, ...row });
  await query.onConflict((conflict) => conflict.column('id').doUpdateSet(row)).execute();
}

export async function deleteRereading(tx: Transaction): Promise<void> {
  await tx.deleteFrom('register_rereading').execute();
}

/** What a file said stays, also after its bytes are gone. */
export async function dropContents(tx: Transaction, before: string): Promise<void> {
  await tx
    .updateTable('register_files')
    .set({ content: null })
    .where('received_at', '<', before)
    .where('content', 'is not', null)
    .execute();
}

export async function listOutcomes(db: Queryable, ids: readonly string[]) {
  const query = db.selectFrom('register_files').select(['id', 'outcome', 'reason']);
  const rows = await query.where(isOneOf(db, 'id', ids)).execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
