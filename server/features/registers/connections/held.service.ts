import { type RawBuilder, sql } from 'kysely';
import type { DepartmentKind, Held } from '../../../../contract/departments.ts';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { rowsOf, whereAll } from '../../../platform/database/query.ts';
import { listChainKinds } from '../figures/choices.repository.ts';
import { countedOf, departmentKey } from '../figures/departments.pure.ts';
import { listNamedAt } from './departments.repository.ts';

const departmentsNamed = 3;

/** Conditions on `sales_days`. */
type Days = readonly RawBuilder<unknown>[];

/** Trading dates and locations that these days do not go beyond. */
type Bounds = LocationFilter & { from: string; to: string };

export const nothingHeld: Held = { undecided: null, proposed_excluded: null, proposed_fuel: null };

/** What the sum of these days holds that nobody decided about. */
export async function heldOf(db: Queryable, days: Days, bounds: Bounds): Promise<Held> {
  const sums = await sumHeld(db, days);
  const isAny = Object.values(sums).some(Boolean);
  const departments = isAny ? await listHeld(db, days, bounds) : [];
  const part = (amount: number | null, kind: DepartmentKind) => {
    const some = departments.filter(({ counts_as }) => counts_as === kind);
    if (some.length === 0) return null;
    const named = some.slice(0, departmentsNamed).map(({ code, name }) => ({ code, name }));
    return { amount: amount ?? 0, count: some.length, departments: named };
  };
  return {
    undecided: part(sums.undecided, 'merchandise'),
    proposed_excluded: part(sums.proposed_excluded, 'excluded'),
    proposed_fuel: part(sums.proposed_fuel, 'fuel'),
  };
}

type Sums = Record<keyof Held, number | null>;

async function sumHeld(db: Queryable, days: Days): Promise<Sums> {
  const sum = (column: keyof Sums) =>
    sql`cast(sum(${sql.ref(`sales_days.${column}`)}) as bigint) as ${sql.ref(column)}`;
  const query = sql<Sums>`select ${sum('undecided')}, ${sum('proposed_excluded')}, ${sum('proposed_fuel')}
    from sales_days ${whereAll(days)}`;
  return (
    (await query.execute(db)).rows[0] ?? { undecided: null, proposed_excluded: null, proposed_fuel: null }
  );
}

/**
 * Each department that may be one is looked up, because a year has a million of them. The limit keeps PostgreSQL from joining
 * them all instead.
 */
async function listHeld(db: Queryable, days: Days, { from, to, ...locations }: Bounds) {
  const chain = await listChainKinds(db);
  const candidates = new Map(
    (await listNamedAt(db, locations)).flatMap((row) => {
      const { name, counts_as, basis } = countedOf(row, chain);
      if (basis === 'decided') return [];
      return [[`${departmentKey(row)} ${counts_as}`, { code: row.code, name, counts_as, shown: row.name }]];
    }),
  );
  const list = rowsOf(db, { code: 'text', name: 'text', counts_as: 'text', shown: 'text' }, [
    ...candidates.values(),
  ]);
  const query = sql<{ code: string; name: string | null; counts_as: DepartmentKind }>`
    select list.code, list.shown as name, list.counts_as from ${list} where (
      select 1 from sales_parts join sales_days on sales_days.location_id = sales_parts.location_id
        and sales_days.business_date = sales_parts.business_date
      ${whereAll([
        sql`sales_parts.kind = 'department' and sales_parts.code = list.code and sales_parts.name = list.name`,
        sql`sales_parts.counts_as = list.counts_as and sales_parts.basis <> 'decided' and sales_parts.amount <> 0`,
        sql`sales_parts.trading_date between ${from} and ${to}`,
        ...atLocations(db, 'sales_parts.location_id', locations),
        ...days,
      ])} limit 1) = 1
    order by list.code, list.name`;
  return (await query.execute(db)).rows;
}
