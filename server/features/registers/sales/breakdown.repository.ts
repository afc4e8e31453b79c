import { type RawBuilder, sql } from 'kysely';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { SalesPartsTable } from '../../../kernel/database/schema.ts';
import { isFound, whereAll } from '../../../platform/database/query.ts';
import { amounts, partial } from '../figures/months.repository.ts';
import { type DateRange, monthsIn } from './periods.pure.ts';

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

const counted = ['proposed', 'undecided', 'days', ...partial.map((name) => `days_without_${name}`)];
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

/** Sums by 'trading_date' are of days, and those by 'month' of columns that end with a month or with the range. */
type By = 'total' | 'location_id' | 'trading_date' | 'month';

interface Selected {
  filter: LocationFilter;
  range: DateRange;
}

/** Rows of one part with all that is summed: whole months, and days where there is none, or each has its own cost or key. */
function rowsOfPart(
  db: Queryable,
  kind: PartKind,
  { code, name, counts_as }: PartKey,
  { filter, range, isByDay }: Selected & { isByDay: boolean },
) {
  const { months, rest } = isByDay ? { months: null, rest: [range] } : monthsIn(range);
  const areOf = (date: string, { from, to }: DateRange) =>
    whereAll([
      sql`kind = ${kind}`,
      sql`code = ${code}`,
      sql`name = ${name}`,
      sql`counts_as = ${counts_as}`,
      sql`${sql.ref(date)} >= ${from}`,
      sql`${sql.ref(date)} <= ${to}`,
      ...atLocations(db, 'location_id', filter),
    ]);
  const columns = sql.raw(`location_id, code, ${amounts.join()}`);
  const ofBasis = (basis: string) => `case when basis = '${basis}' then amount end as ${basis}`;
  const without = partial.map(
    (name) => `case when ${name} is null then 1 else 0 end as days_without_${name}`,
  );
  const ofDay = sql.raw([ofBasis('proposed'), ofBasis('undecided'), '1 as days', ...without].join());
  const selects = rest.map(
    (days) => sql`select ${columns}, trading_date, ${ofDay} from sales_parts ${areOf('trading_date', days)}`,
  );
  if (months)
    selects.push(sql`select ${columns}, month || '-01' as trading_date, ${sql.raw(counted.join())}
      from sales_months ${areOf('month', months)}`);
  return sql.join(selects, sql` union all `);
}

/** Of one part, in all or by location or date. With `isCosted` what its gallons cost, in cents of each day. */
export async function sumPart(
  db: Queryable,
  kind: PartKind,
  part: PartKey,
  by: By,
  { isCosted, ...selected }: Selected & { isCosted: boolean },
): Promise<PartSums[]> {
  const key = keyOf(by);
  const isByDay = isCosted || by === 'trading_date';
  const rows = sql`select sales_parts.*, ${isCosted ? costOfDay : sql`null`} as gallon_cost
    from (${rowsOfPart(db, kind, part, { ...selected, isByDay })}) as sales_parts`;
  const costed = isCosted
    ? sql`${total(sql`case when gallon_cost is not null then quantity end`)} as costed_quantity,
      ${total(sql`case when gallon_cost is not null then amount end`)} as costed_amount,
      ${total(sql`(quantity * gallon_cost + 50000) / 100000`)} as cost`
    : sql`null as costed_quantity, null as costed_amount, null as cost`;
  // The cost of a day is looked up once, and not for each sum that needs it.
  const once = sql.raw(isCosted ? 'materialized' : 'not materialized');
  const sums = [...amounts, ...counted];
  const query = sql<PartSums>`
    with priced as ${once} (${rows})
    select ${key} as key, ${sql.join(sums.map((column) => sql`${total(sql.ref(column))} as ${sql.ref(column)}`))}, ${costed}
    from priced as sales_parts ${by === 'total' ? sql`having count(*) > 0` : sql`group by ${key}`}`;
  return (await query.execute(db)).rows;
}

function keyOf(by: By) {
  return by === 'total' ? sql`''` : sql.ref(`sales_parts.${by === 'month' ? 'trading_date' : by}`);
}

/** Sales with merchandise by location or date. Only what is shown of them: the comparison reads them of a year. */
export async function sumBaskets(db: Queryable, by: By, filter: LocationFilter, range: DateRange) {
  const key = keyOf(by);
  const part = { code: 'baskets', name: '', counts_as: '' } as const;
  const rows = rowsOfPart(db, 'value', part, { filter, range, isByDay: by === 'trading_date' });
  const query = sql<Pick<PartSums, 'key' | 'amount' | 'count'>>`
    select ${key} as key, ${total(sql`amount`)} as amount, ${total(sql`count`)} as count
    from (${rows}) as sales_parts group by ${key}`;
  return new Map((await query.execute(db)).rows.map((row) => [row.key, row]));
}

export function hasCosts(db: Queryable): Promise<boolean> {
  return isFound(db.selectFrom('fuel_costs').select('id').limit(1));
}

/** Of departments as files write them, by code and folded name. */
export function listDepartmentNames(db: Queryable) {
  const ofCloses = db.selectFrom('close_departments').select(['code', 'name']);
  const query = db.selectFrom('register_departments').select(['code', 'name']).union(ofCloses);
  return db
    .selectFrom(query.as('named'))
    .selectAll()
    .where('name', 'is not', null)
    .orderBy('name', 'desc')
    .execute();
}

export function listGradeNames(db: Queryable) {
  return db.selectFrom('fuel_grades').select(['code', 'name']).execute();
}

/** Null takes it away. */
export async function setGradeName(tx: Transaction, code: string, name: string | null): Promise<void> {
  await tx.deleteFrom('fuel_grades').where('code', '=', code).execute();
  if (name !== null) await tx.insertInto('fuel_grades').values({ code, name }).execute();
}
