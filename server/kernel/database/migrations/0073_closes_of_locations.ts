import type { Step } from './columns.ts';

/**
 * The close of a spreadsheet is of a location, with or without a register connection: `register_id` of closes and of imports is
 * written for servers of the release before only.
 */
export async function up({ run, columns: c }: Step) {
  const isOfClose = `content like '%"merchandise":"close"%'`;
  const has = (
    kind: string,
  ) => `exists (select 1 from sales_parts where sales_parts.location_id = sales_days.location_id
    and sales_parts.business_date = sales_days.business_date and kind = 'department' and counts_as = '${kind}')`;
  // An undo compares what is stored with what an import stored, which began with the id of the connection.
  const withoutId = (
    column: string,
  ) => `update sales_import_changes set ${column} = '{' || substr(${column}, 55)
    where ${column} like '{"register_id":"%'`;
  await run(
    `alter table register_closes add column imported_at ${c.time('imported_at')}`,
    withoutId('before'),
    withoutId('after'),
    `create table close_departments (
      location_id ${c.uuid} not null references locations (id) on delete cascade,
      code ${c.key} not null, name text, primary key (location_id, code)
    ) ${c.linkTable}`,
    // What a spreadsheet does not name is unknown.
    `update sales_days set excluded = null where excluded = 0 and ${isOfClose} and not ${has('excluded')}`,
    `insert into register_tasks (location_id, kind, about) select location_id, 'day', business_date from sales_days
      where merchandise = 0 and ${isOfClose} and not ${has('merchandise')} on conflict do nothing`,
  );
}
