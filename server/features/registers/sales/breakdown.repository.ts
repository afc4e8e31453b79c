import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { SalesPartsTable } from '../../../kernel/database/schema.ts';
import { whereAll } from '../../../platform/database/query.ts';
import { atLocations, type LocationFilter } from '../figures/at-locations.repository.ts';
import type { DateRange } from './periods.pure.ts';

type PartKind = SalesPartsTable['kind'];

/** Names a part across locations. */
export type PartKey = Pick<SalesPartsTable, 'code' | 'name' | 'counts_as'>;

/** Of each part of a kind, in order. One step along the index finds the next, because a list of all rows is read in whole. */
export async function listPartKeys(
  db: Queryable,
  kind: PartKind,
  only: { code?: string | undefined; name?: string | undefined },
  filter?: LocationFilter,
): Promise<PartKey[]> {
  const first = [
    sql`kind = ${kind}`,
    ...(only.code === undefined ? [] : [sql`code = ${only.code}`]),
    ...(only.name === undefined ? [] : [sql`name = ${only.name}`]),
    ...(filter ? atLocations(db, 'sales_parts.location_id', filter) : []),
  ];
  const oneOf = (
    conditions: RawBuilder<unknown>[],
  ) => sql`select * from (select code, name, counts_as from sales_parts
    ${whereAll([...first, ...conditions])} order by code, name, counts_as limit 1) as next`;
  const keys: PartKey[] = [];
  for (let nexts = [oneOf([])]; ; ) {
    const query = sql<PartKey>`${sql.join(nexts, sql` union all `)} order by code, name, counts_as limit 1`;
    const [key] = (await query.execute(db)).rows;
    if (!key) return keys;
    keys.push(key);
    // Of the three compared together SQLite looks up the first alone, and reads all rows that have it.
    const [isCode, isName] = [sql`code = ${key.code}`, sql`name = ${key.name}`];
    nexts = [
      oneOf([isCode, isName, sql`counts_as > ${key.counts_as}`]),
      oneOf([isCode, sql`name > ${key.name}`]),
      oneOf([sql`code > ${key.code}`]),
    ];
  }
}

/** A day may know the amount of a part and none of these. */
const partial = ['gross', 'discounts', 'promotions', 'refunds', 'quantity'] as const;
const amounts = ['gross', 'discounts', 'promotions', 'refunds', 'amount', 'quantity', 'count'] as const;

type DaysWithout = Record<`days_without_${(typeof partial)[number]}`, number>;

export type PartSums = Record<(typeof amounts)[number] | 'proposed' | 'undecided', number | null> &
  DaysWithout & {
    /** The location or trading date, or empty for all together. */
    key: string;
    days: number;
    costed_quantity: number | null;
    costed_amount: number | null;
    cost: number | null;
  };

const total = (part: RawBuilder<unknown>) => sql`cast(sum(${part}) as bigint)`;

/** What a gallon cost: the newest cost of the location on or before the day, else of all. */
const costOfDay = sql`coalesce(
  (select cost from fuel_costs where fuel_costs.location_id = sales_parts.location_id and fuel_costs.grade = sales_parts.code
    and fuel_costs.from_date <= sales_parts.trading_date order by fuel_costs.from_date desc limit 1),
  (select cost from fuel_costs where fuel_costs.location_id is null and fuel_costs.grade = sales_parts.code
    and fuel_costs.from_date <= sales_parts.trading_date order by fuel_costs.from_date desc limit 1))`;

function areOf(
  db: Queryable,
  kind: PartKind,
  { code, name, counts_as }: PartKey,
  filter: LocationFilter,
  range: DateRange,
) {
  return whereAll([
    sql`kind = ${kind}`,
    sql`code = ${code}`,
    sql`name = ${name}`,
    sql`counts_as = ${counts_as}`,
    sql`trading_date >= ${range.from}`,
    sql`trading_date <= ${range.to}`,
    ...atLocations(db, 'sales_parts.location_id', filter),
  ]);
}

/** Of one part, in all or by location or date. With `isCosted` what its gallons cost, in cents of each day. */
export async function sumPart(
  db: Queryable,
  kind: PartKind,
  part: PartKey,
  by: 'total' | 'location_id' | 'trading_date',
  { filter, range, isCosted }: { filter: LocationFilter; range: DateRange; isCosted: boolean },
): Promise<PartSums[]> {
  const key = by === 'total' ? sql`''` : sql.ref(`sales_parts.${by}`);
  const of = (basis: string) => total(sql`case when basis = '${sql.raw(basis)}' then amount end`);
  const rows = sql`select sales_parts.*, ${isCosted ? costOfDay : sql`null`} as gallon_cost from sales_parts
    ${areOf(db, kind, part, filter, range)}`;
  const costed = isCosted
    ? sql`${total(sql`case when gallon_cost is not null then quantity end`)} as costed_quantity,
      ${total(sql`case when gallon_cost is not null then amount end`)} as costed_amount,
      ${total(sql`(quantity * gallon_cost + 50000) / 100000`)} as cost`
    : sql`null as costed_quantity, null as costed_amount, null as cost`;
  // The cost of a day is looked up once, and not for each sum that needs it.
  const once = sql.raw(isCosted ? 'materialized' : 'not materialized');
  const query = sql<PartSums>`
    with priced as ${once} (${rows})
    select ${key} as key, ${sql.join(amounts.map((column) => sql`${total(sql.ref(column))} as ${sql.ref(column)}`))},
      ${of('proposed')} as proposed, ${of('undecided')} as undecided, count(*) as days,
      ${sql.join(partial.map((column) => sql`count(*) - count(${sql.ref(column)}) as ${sql.ref(`days_without_${column}`)}`))},
      ${costed}
    from priced as sales_parts ${by === 'total' ? sql`having count(*) > 0` : sql`group by ${key}`}`;
  return (await query.execute(db)).rows;
}

/** Sales with merchandise by location or date. Only what is shown of them: the comparison reads them of a year. */
export async function sumBaskets(
  db: Queryable,
  by: 'location_id' | 'trading_date',
  filter: LocationFilter,
  range: DateRange,
) {
  const key = sql.ref(`sales_parts.${by}`);
  const query = sql<Pick<PartSums, 'key' | 'amount' | 'count'>>`
    select ${key} as key, ${total(sql`amount`)} as amount, ${total(sql`count`)} as count
    from sales_parts ${areOf(db, 'value', { code: 'baskets', name: '', counts_as: '' }, filter, range)} group by ${key}`;
  return new Map((await query.execute(db)).rows.map((row) => [row.key, row]));
}

export async function hasCosts(db: Queryable): Promise<boolean> {
  const query = db.selectFrom('fuel_costs').select('id').limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Of departments as files write them, by code and folded name. */
export function listDepartmentNames(db: Queryable) {
  const query = db.selectFrom('register_departments').select(['code', 'name']).distinct();
  return query.where('name', 'is not', null).orderBy('name', 'desc').execute();
}

export function listGradeNames(db: Queryable) {
  return db.selectFrom('fuel_grades').select(['code', 'name']).execute();
}

/** Null takes it away. */
export async function setGradeName(tx: Transaction, code: string, name: string | null): Promise<void> {
  await tx.deleteFrom('fuel_grades').where('code', '=', code).execute();
  if (name !== null) await tx.insertInto('fuel_grades').values({ code, name }).execute();
}
