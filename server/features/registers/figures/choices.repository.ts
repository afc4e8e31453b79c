import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { RegisterDepartmentsTable } from '../../../kernel/database/schema.ts';
import { inParts, isOneOf } from '../../../platform/database/query.ts';
import { type ChainKinds, departmentKey, type FuelDay } from './departments.pure.ts';

export type DepartmentRow = RegisterDepartmentsTable;

export function listDepartments(db: Queryable, register_ids: readonly string[]) {
  return db
    .selectFrom('register_departments')
    .selectAll()
    .where(isOneOf(db, 'register_id', register_ids))
    .orderBy('code')
    .execute();
}

/** Of the connections of a location. */
export async function listDepartmentsAt(db: Queryable, location_id: string): Promise<DepartmentRow[]> {
  const query = sql<DepartmentRow>`select department.* from register_departments as department
      join register_connection_locations as at on at.register_id = department.register_id
    where at.location_id = ${location_id} order by department.register_id`;
  return (await query.execute(db)).rows;
}

/** Those that no register of the location names. */
export async function noteCloseDepartments(
  tx: Transaction,
  location_id: string,
  departments: readonly { code: string; name: string | null; is_merchandise: boolean }[],
): Promise<void> {
  const known = new Set((await listDepartmentsAt(tx, location_id)).map(({ code }) => code));
  const rows = departments.flatMap(({ code, name, is_merchandise }) =>
    is_merchandise || known.has(code) ? [] : { location_id, code, name },
  );
  const unique = [...new Map(rows.map((row) => [row.code, row])).values()];
  for (const part of inParts(unique)) {
    const query = tx.insertInto('close_departments').values(part);
    await query.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

export async function upsertDepartments(tx: Transaction, rows: readonly RegisterDepartmentsTable[]) {
  for (const part of inParts(rows)) {
    await tx
      .insertInto('register_departments')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['register_id', 'code']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          kind: eb.ref('excluded.kind'),
          is_fuel_line: eb.ref('excluded.is_fuel_line'),
          is_fuel_amount: eb.ref('excluded.is_fuel_amount'),
        })),
      )
      .execute();
  }
}

/** What the chain decided of departments, by their key. */
export async function listChainKinds(db: Queryable): Promise<ChainKinds> {
  const rows = await db.selectFrom('department_kinds').selectAll().execute();
  return new Map(rows.map((row) => [departmentKey(row), row.kind]));
}

export async function listLocationsNaming(
  db: Queryable,
  { register_id, code }: Pick<DepartmentRow, 'register_id' | 'code'>,
): Promise<string[]> {
  const query = db.selectFrom('register_department_locations').select('location_id');
  const rows = await query.where('register_id', '=', register_id).where('code', '=', code).execute();
  return rows.map(({ location_id }) => location_id);
}

/** Closed days of a location with a fuel report and any fuel, and their departments. */
export async function listFuelDays(db: Queryable, location_id: string): Promise<FuelDay[]> {
  const days = await db
    .selectFrom('sales_days')
    .innerJoin('sales_parts', (join) =>
      join
        .onRef('sales_parts.location_id', '=', 'sales_days.location_id')
        .onRef('sales_parts.business_date', '=', 'sales_days.business_date')
        .on('sales_parts.kind', '=', 'department'),
    )
    .select(['sales_days.business_date', 'fuel_gross', 'fuel', 'code', 'name', 'gross', 'amount'])
    .where('sales_days.location_id', '=', location_id)
    .where('is_closed', '=', true)
    .where('fuel_gross', 'is not', null)
    .where('fuel', '>', 0)
    .orderBy('sales_days.business_date')
    .execute();
  return [...Map.groupBy(days, (row) => row.business_date).values()].map((departments) => ({
    fuel_gross: departments[0]?.fuel_gross ?? null,
    fuel: departments[0]?.fuel ?? null,
    departments,
  }));
}

/** The codes that files of this location named. */
export async function listCodesAt(db: Queryable, register_id: string, location_id: string) {
  const query = db.selectFrom('register_department_locations').select('code');
  const rows = await query
    .where('register_id', '=', register_id)
    .where('location_id', '=', location_id)
    .execute();
  return new Set(rows.map(({ code }) => code));
}

export async function insertCodesAt(
  tx: Transaction,
  rows: readonly { register_id: string; code: string; location_id: string }[],
): Promise<void> {
  for (const part of inParts(rows)) {
    const query = tx.insertInto('register_department_locations').values(part);
    await query.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

/** Names as files of its connections and spreadsheets write them, by code and folded name. */
export async function listDepartmentNames(db: Queryable, location_id: string): Promise<Map<string, string>> {
  const query = db.selectFrom('close_departments').select(['code', 'name']);
  const own = await query.where('location_id', '=', location_id).execute();
  const named = [...own, ...(await listDepartmentsAt(db, location_id))].flatMap(({ code, name }) =>
    name === null ? [] : { code, name },
  );
  const worstFirst = named.sort((a, b) => (a.name < b.name ? 1 : -1));
  return new Map(worstFirst.map((row) => [departmentKey(row), row.name]));
}

export function listChoices(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('register_connections')
    .select(['id', 'is_lost', 'has_net_departments', 'lacks_check_digit', 'over_short_sign'])
    .where(isOneOf(db, 'id', ids))
    .execute();
}

/** Name, and the day it closed for good. */
export async function findLocation(db: Queryable, id: string) {
  const query = db.selectFrom('locations').select(['name', 'closed_on']).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** Of the connection of a file. */
export async function lacksCheckDigit(db: Queryable, file_id: string): Promise<boolean> {
  const query = db
    .selectFrom('register_files')
    .innerJoin('register_connections', 'register_connections.id', 'register_files.register_id')
    .select('register_connections.lacks_check_digit')
    .where('register_files.id', '=', file_id);
  return (await query.executeTakeFirst())?.lacks_check_digit ?? false;
}

/** Null for a location that is closed for good. */
export async function findOpenLocation(db: Queryable, id: string) {
  const query = db.selectFrom('locations').select(['id', 'name', 'time_zone']).where('id', '=', id);
  return (await query.where('closed_on', 'is', null).executeTakeFirst()) ?? null;
}

/** Those of these days that somebody marked "Location closed". */
export async function listMarkedClosed(db: Queryable, location_id: string, days: readonly string[]) {
  const query = db.selectFrom('sales_day_notes').select('business_date');
  const rows = await query
    .where('location_id', '=', location_id)
    .where('is_closed', '=', true)
    .where(isOneOf(db, 'business_date', days, 'text'))
    .execute();
  return new Set(rows.map((row) => row.business_date));
}
