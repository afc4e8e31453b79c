import type pg from 'pg';
import type { Executed } from './recorded-statements.ts';

export interface Plan {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** Statements with a plan. */
export function hasPlan({ sql }: Executed): boolean {
  return /^\s*(select|with|insert|update|delete)\b/i.test(sql);
}

/**
 * The plan that PostgreSQL chooses: of a prepared statement the one for any values, which it may use from the sixth
 * time on, of any other the one for these values.
 */
export async function explain(client: pg.Client, statement: Executed): Promise<Plan> {
  return asInUse(client, statement, async (text, values) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) ${text}`,
      values,
    );
    return (rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan;
  });
}

/** Of the least of three runs, with that of planning. Other work on the machine may double it, not more. */
export async function processorMs(client: pg.Client, statement: Executed): Promise<number> {
  let seconds = 0;
  const add = ({ detail = '' }: { detail?: string | undefined }) => {
    const [, user, system] = /^!\s+([\d.]+) s user, ([\d.]+) s system/m.exec(detail) ?? [];
    seconds += Number(user ?? 0) + Number(system ?? 0);
  };
  // A worker's time would be missing.
  await client.query('set max_parallel_workers_per_gather = 0');
  const least = await asInUse(client, statement, async (text, values) => {
    await client.query('set client_min_messages = log; set log_statement_stats = on');
    client.on('notice', add);
    const runs: number[] = [];
    for (let run = 0; run < 3; run++) {
      seconds = 0;
      await client.query(text, values);
      runs.push(seconds * 1000);
    }
    client.off('notice', add);
    await client.query('reset log_statement_stats; reset client_min_messages');
    return Math.min(...runs);
  });
  await client.query('reset max_parallel_workers_per_gather');
  return least;
}

async function asInUse<T>(
  client: pg.Client,
  { sql, name, binds }: Executed,
  run: (text: string, values: unknown[]) => Promise<T>,
): Promise<T> {
  if (!name) return run(sql, binds);
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare explained as ${sql}`);
  try {
    const values = binds.map((bind) => (bind === null || bind === undefined ? 'null' : quote(client, bind)));
    return await run(`execute explained${values.length > 0 ? `(${values.join()})` : ''}`, []);
  } finally {
    await client.query('deallocate explained');
    await client.query('reset plan_cache_mode');
  }
}

function quote(client: pg.Client, bind: unknown): string {
  const text =
    bind instanceof Date
      ? bind.toISOString()
      : typeof bind === 'object'
        ? JSON.stringify(bind)
        : String(bind);
  return client.escapeLiteral(text);
}

const blocking = /^(Sort|Aggregate|Hash|Materialize|SetOp|HashSetOp|WindowAgg)$/;

/**
 * The tables that the plan reads from one end to the other: by a sequential scan, or along a whole index, unless it
 * stops after a page.
 */
export function scansOf(plan: Plan, tables: readonly string[], isPage = false): string[] {
  const type = plan['Node Type'];
  const table = plan['Relation Name'] ?? '';
  const isWhole =
    type === 'Seq Scan' || (/^Index (Only )?Scan$/.test(type) && !plan['Index Cond'] && !isPage);
  const stops = type === 'Limit' || (isPage && !blocking.test(type));
  const below = (plan.Plans ?? []).flatMap((one) => scansOf(one, tables, stops));
  return isWhole && tables.includes(table) ? [table, ...below] : below;
}

/**
 * The tables of sets that the plan keeps as a list, and goes through for each row: what `in (select …)` becomes inside of
 * `not`, `or` and `case` when PostgreSQL expects the set to exceed `work_mem`. A lookup for each row is not kept.
 */
export function comparedSetsOf(plan: Plan, tables: readonly string[]): string[] {
  const isKept = /^(Materialize|Sort|CTE Scan)$/.test(plan['Node Type']);
  if (isKept && plan['Parent Relationship'] === 'SubPlan')
    return tablesOf(plan).filter((table) => tables.includes(table));
  return (plan.Plans ?? []).flatMap((one) => comparedSetsOf(one, tables));
}

function tablesOf({ 'Relation Name': table, Plans = [] }: Plan): string[] {
  return [...(table === undefined ? [] : [table]), ...Plans.flatMap(tablesOf)];
}
