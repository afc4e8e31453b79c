import { sql } from 'kysely';
import type { DayProblem } from '../../../../contract/registers.ts';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { RegisterTasksTable } from '../../../kernel/database/schema.ts';
import { inParts, isOneOf, whereAll } from '../../../platform/database/query.ts';
import { unpackText } from '../../../platform/packed-list.ts';

export type Task = Pick<RegisterTasksTable, 'kind' | 'about' | 'content'>;

/** What a task needs, with the type that its kind has. */
export function contentOf<Content>({ content }: Pick<Task, 'content'>): Content | null {
  return content === null ? null : (JSON.parse(unpackText(content)) as Content);
}

/** One that is known already is done again, also after a problem. */
export async function addTasks(tx: Transaction, rows: readonly (Task & { location_id: string })[]) {
  for (const part of inParts(rows)) {
    await tx
      .insertInto('register_tasks')
      .values(part.map((row) => ({ ...row, problem: null })))
      .onConflict((conflict) =>
        conflict
          .columns(['location_id', 'kind', 'about'])
          .doUpdateSet((eb) => ({ content: eb.ref('excluded.content'), problem: null })),
      )
      .execute();
  }
}

/** All days of these locations. */
export async function addAllDays(tx: Transaction, location_ids: readonly string[]): Promise<void> {
  const isAt = isOneOf(tx, 'location_id', location_ids);
  await sql`insert into register_tasks (location_id, kind, about)
    select location_id, 'day', business_date from sales_days where ${isAt} on conflict do nothing`.execute(
    tx,
  );
  // Those that could not be computed have no figures.
  await sql`update register_tasks set problem = null
    where kind = 'day' and problem is not null and ${isAt}`.execute(tx);
}

/** Those of which the feed has a row without its connection, as servers of the release before store it. */
export async function addFedDays(tx: Transaction): Promise<void> {
  await sql`insert into register_tasks (location_id, kind, about)
    select distinct location_id, 'day', business_date from register_feed where began not like '% %'
    on conflict do nothing`.execute(tx);
}

/** A day waits while it is ahead, too old, or after the closing of its location. */
export interface Bounds {
  first: string;
  last: string;
}

function isDue({ first, last }: Bounds) {
  return sql<boolean>`register_tasks.problem is null and (register_tasks.kind <> 'day'
    or (register_tasks.about between ${first} and ${last} and register_tasks.about <= coalesce(
      (select closed_on from locations where locations.id = register_tasks.location_id), ${last})))`;
}

export async function listLocationsWithTasks(db: Queryable, bounds: Bounds): Promise<string[]> {
  const query = sql<{ location_id: string }>`select distinct location_id from register_tasks
    where ${isDue(bounds)} order by location_id`;
  return (await query.execute(db)).rows.map(({ location_id }) => location_id);
}

/** Days that are to be computed, and do not wait for their date. */
export async function countDueDays(
  db: Queryable,
  locations: LocationFilter,
  bounds: Bounds,
): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from register_tasks ${whereAll([
    ...atLocations(db, 'register_tasks.location_id', locations),
    sql`register_tasks.kind = 'day'`,
    isDue(bounds),
  ])}`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}

/** Days, then items, then products; the audit entry is written for all days together. */
export async function listTasks(db: Queryable, location_id: string, bounds: Bounds, limit: number) {
  const query = sql<Task>`select kind, about, content from register_tasks
    where location_id = ${location_id} and kind <> 'audit' and ${isDue(bounds)}
    order by kind, about limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function listAuditTasks(db: Queryable, location_id: string) {
  const query = sql<Task>`select kind, about, content from register_tasks
    where location_id = ${location_id} and kind = 'audit' order by about`;
  return (await query.execute(db)).rows;
}

export async function findTask(
  db: Queryable,
  location_id: string,
  { kind, about }: Pick<Task, 'kind' | 'about'>,
): Promise<Task | null> {
  const query = db.selectFrom('register_tasks').select(['kind', 'about', 'content']);
  const own = query.where('location_id', '=', location_id).where('kind', '=', kind);
  return (await own.where('about', '=', about).executeTakeFirst()) ?? null;
}

export async function endTasks(
  tx: Transaction,
  location_id: string,
  kind: Task['kind'],
  about: readonly string[],
): Promise<void> {
  const query = tx.deleteFrom('register_tasks').where('location_id', '=', location_id);
  await query
    .where('kind', '=', kind)
    .where(isOneOf(tx, 'about', about, 'text'))
    .execute();
}

/** Of a task that failed, also of one that has no row before. */
export async function markTask(
  tx: Transaction,
  location_id: string,
  { kind, about }: Pick<Task, 'kind' | 'about'>,
  problem: string,
): Promise<void> {
  await tx
    .insertInto('register_tasks')
    .values({ location_id, kind, about, content: null, problem })
    .onConflict((conflict) => conflict.columns(['location_id', 'kind', 'about']).doUpdateSet({ problem }))
    .execute();
}

/** Days of this range that could not be computed, newest first, and how many there are. */
export async function listProblems(
  db: Queryable,
  { from, to, ...locations }: LocationFilter & { from: string; to: string },
  limit: number,
): Promise<{ problems: DayProblem[]; problem_count: number }> {
  const conditions = whereAll([
    ...atLocations(db, 'register_tasks.location_id', locations),
    sql`register_tasks.problem is not null`,
    sql`register_tasks.kind = 'day'`,
    sql`register_tasks.about between ${from} and ${to}`,
  ]);
  const query = sql<DayProblem & { problem_count: number }>`
    select register_tasks.location_id, locations.name as location_name, register_tasks.about as business_date,
      register_tasks.problem, count(*) over () as problem_count
    from register_tasks join locations on locations.id = register_tasks.location_id
    ${conditions} order by register_tasks.about desc, locations.search, locations.id limit ${limit}`;
  const { rows } = await query.execute(db);
  return {
    problems: rows.map(({ problem_count: _, ...row }) => row),
    problem_count: rows[0]?.problem_count ?? 0,
  };
}
