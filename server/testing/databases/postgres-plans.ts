import type pg from 'pg';
import type { Executed } from './recorded-statements.ts';

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

export interface Explained {
  Plan: Plan;
  'Execution Time'?: number;
}

/** Statements with a plan. */
export function hasPlan({ sql }: Executed): boolean {
  return /^\s*(select|with|insert|update|delete)\b/i.test(sql);
}

/**
 * The plan that PostgreSQL chooses: of a prepared statement the one for any values, which it may use from the sixth
 * time on, of any other the one for these values. With `analyze` the statement is run.
 */
export async function explain(
  client: pg.Client,
  { sql, name, binds }: Executed,
  { analyze = false } = {},
): Promise<Explained> {
  const how = `explain (format json${analyze ? ', analyze, timing off' : ''})`;
  const rows = name
    ? await explainPrepared(client, how, sql, binds)
    : await explainOnce(client, how, sql, binds);
  const [first] = (rows[0] as { 'QUERY PLAN': [Explained] })['QUERY PLAN'];
  return first;
}

async function explainOnce(client: pg.Client, how: string, sql: string, binds: unknown[]) {
  return (await client.query(`${how} ${sql}`, binds)).rows;
}

async function explainPrepared(client: pg.Client, how: string, sql: string, binds: unknown[]) {
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare explained as ${sql}`);
  try {
    const values = binds.map((bind) => (bind === null || bind === undefined ? 'null' : quote(client, bind)));
    return (await client.query(`${how} execute explained${values.length > 0 ? `(${values.join()})` : ''}`))
      .rows;
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
