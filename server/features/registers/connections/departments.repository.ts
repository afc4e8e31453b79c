import { type RawBuilder, sql } from 'kysely';
import type { DepartmentKind } from '../../../../contract/departments.ts';
import type { Scope } from '../../../kernel/access.ts';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { DepartmentKindsTable } from '../../../kernel/database/schema.ts';
import { inScope } from '../../../kernel/scope.ts';
import { anyOf, rowsOf, whereAll } from '../../../platform/database/query.ts';
import { type Department, departmentKey } from '../figures/departments.pure.ts';

export type Named = Department & { registers: number };

/** Of connections, and of locations whose spreadsheets named them. */
const named = sql`(
  select register_id, null as location_id, code, name, kind, is_fuel_line, is_fuel_amount from register_departments
  union all select null, location_id, code, name, null, false, false from close_departments) as department`;

/** A location of the row is not in scope. */
function isBeyond(scope: Scope): RawBuilder<boolean> {
  if (scope.all) return sql`(1 = 0)`;
  return anyOf([
    sql`exists (select 1 from register_connection_locations as other where other.register_id = department.register_id
      and not (${sql.join(inScope(scope, 'other.location_id'))}))`,
    sql`not (${sql.join(inScope(scope, 'department.location_id'))})`,
  ]);
}

/** Of connections with locations in scope only all departments, of others those that files of locations in scope named. */
function isVisible(scope: Scope): RawBuilder<boolean>[] {
  if (scope.all) return [];
  const mine = (table: string) => sql`exists (select 1 from ${sql.table(table)} as at
    where at.register_id = department.register_id and ${sql.join(inScope(scope, 'at.location_id'))}`;
  return [
    anyOf([sql`${mine('register_connection_locations')})`, ...inScope(scope, 'department.location_id')]),
    anyOf([
      sql`${isBeyond(scope)} is not true`,
      sql`${mine('register_department_locations')} and at.code = department.code)`,
    ]),
  ];
}

/** Each as connections name and count it, and how many do. */
export function listNamed(db: Queryable, scope: Scope): Promise<Named[]> {
  return listWhere(db, isVisible(scope));
}

/** `listNamed` of these locations, and of connections that have one of them. */
export function listNamedAt(db: Queryable, locations: LocationFilter): Promise<Named[]> {
  const at = atLocations(db, 'at.location_id', locations);
  const has = sql`exists (select 1 from register_connection_locations as at
    where at.register_id = department.register_id and ${sql.join(at, sql` and `)})`;
  const own = atLocations(db, 'department.location_id', locations);
  return listWhere(db, at.length === 0 ? [] : [anyOf([has, sql`(${sql.join(own, sql` and `)})`])]);
}

async function listWhere(db: Queryable, conditions: readonly RawBuilder<unknown>[]): Promise<Named[]> {
  const query = sql<Named>`
    select code, name, kind, is_fuel_line, is_fuel_amount, count(register_id) as registers from ${named}
    ${whereAll(conditions)}
    group by code, name, kind, is_fuel_line, is_fuel_amount order by code, name, registers desc`;
  return (await query.execute(db)).rows;
}

/** Of connections and spreadsheets of a location that is not in scope. */
export async function listNamedBeyond(db: Queryable, scope: Scope) {
  const query = sql<
    Pick<Department, 'code' | 'name'>
  >`select distinct code, name from ${named} where ${isBeyond(scope)}`;
  return (await query.execute(db)).rows;
}

export function listByCode(db: Queryable, code: string) {
  return db.selectFrom('register_departments').selectAll().where('code', '=', code).execute();
}

export async function listLocationsOfCloses(db: Queryable, code: string) {
  return db.selectFrom('close_departments').selectAll().where('code', '=', code).execute();
}

/** Connections with a decision of their own. */
export async function listDiffering(db: Queryable, scope: Scope) {
  const query = sql<
    Pick<Department, 'code' | 'name'> & { id: string; register: string; kind: DepartmentKind }
  >`
    select department.code, department.name, department.kind, register.id, register.name as register
    from ${named} join register_connections as register on register.id = department.register_id
    ${whereAll([sql`department.kind is not null`, ...isVisible(scope)])} order by register.sort_name, register.id`;
  return (await query.execute(db)).rows;
}

/** Cents since a trading date, by department. */
export async function sumSince(
  db: Queryable,
  scope: Scope,
  departments: readonly { code: string; name: string }[],
  since: string,
): Promise<Map<string, number>> {
  const query = sql<{ code: string; name: string; amount: number }>`
    select list.code, list.name, cast(sum(sales_parts.amount) as bigint) as amount
    from ${rowsOf(db, { code: 'text', name: 'text' }, departments)} join sales_parts on sales_parts.kind = 'department'
      and sales_parts.code = list.code and sales_parts.name = list.name
      and sales_parts.counts_as in ('merchandise', 'fuel', 'excluded') and sales_parts.trading_date >= ${since}
    ${whereAll(inScope(scope, 'sales_parts.location_id'))} group by list.code, list.name`;
  return new Map((await query.execute(db)).rows.map((row) => [departmentKey(row), row.amount]));
}

export async function upsertKind(tx: Transaction, row: DepartmentKindsTable): Promise<void> {
  const query = tx.insertInto('department_kinds').values(row);
  await query
    .onConflict((conflict) => conflict.columns(['code', 'name']).doUpdateSet({ kind: row.kind }))
    .execute();
}
