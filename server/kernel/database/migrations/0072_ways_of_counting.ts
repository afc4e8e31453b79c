import type { Step } from './columns.ts';

/** How a closed day was counted. Few ways exist in a chain, so the index begins with them: each is found by one seek. */
export async function up({ run, columns: c, dialect }: Step) {
  const source = (part: string) =>
    dialect === 'sqlite'
      ? `coalesce(json_extract(content, '$.sources.${part}'), '')`
      : `coalesce(content::json -> 'sources' ->> '${part}', '')`;
  const isNet = `${source('merchandise')} in ('day_report', 'shift_reports') and exists (select 1 from sales_parts as part
    where part.location_id = sales_days.location_id and part.business_date = sales_days.business_date
      and part.kind = 'department' and part.gross is null)`;
  await run(
    `alter table sales_days add column counted ${c.key}`,
    `update sales_days set counted = ${source('fuel')} || '/' || ${source('merchandise')}
      || case when ${isNet} then ' net' else '' end where is_closed`,
    'create index sales_days_counted on sales_days (counted, location_id, trading_date)',
  );
}
