import { type RawBuilder, sql } from 'kysely';
import type { Driver } from '../../kernel/database/database.ts';

interface Part {
  of: string;
  text: string;
}

/** By table: its columns in their order, then constraints, indexes and triggers. Functions are under their names. */
export async function describeStructure({ reader, dialect }: Driver): Promise<Record<string, string[]>> {
  const read = async (query: RawBuilder<Part>) => (await query.execute(reader)).rows;
  const parts = dialect === 'sqlite' ? await readSqlite(read) : await readPostgres(read);
  const inOneLine = parts.map(({ of, text }) => ({ of, text: text.replace(/\s+/g, ' ').trim() }));
  const byTable = Object.entries(Object.groupBy(inOneLine, ({ of }) => of)).sort();
  return Object.fromEntries(byTable.map(([name, parts = []]) => [name, parts.map(({ text }) => text)]));
}

type Read = (query: RawBuilder<Part>) => Promise<Part[]>;

/** SQLite keeps the text of each statement, and puts a later column at its end, behind the constraints. */
async function readSqlite(read: Read): Promise<Part[]> {
  const tables = await read(sql`select name as "of", sql as text from sqlite_schema
    where type = 'table' and name not like 'sqlite%' order by name`);
  const others = await read(sql`select tbl_name as "of", sql as text from sqlite_schema
    where type in ('index', 'trigger') and sql is not null order by tbl_name, name`);
  return [
    ...tables.flatMap(({ of, text }) => splitTable(text).map((part) => ({ of, text: part }))),
    ...others,
  ];
}

function splitTable(statement: string): string[] {
  const end = statement.lastIndexOf(')');
  const parts = splitList(statement.slice(statement.indexOf('(') + 1, end)).map((part) => part.trim());
  const isConstraint = (part: string) => /^(primary key|unique|check|foreign key)\b/.test(part);
  const columns = parts.filter((part) => !isConstraint(part));
  return [...columns, ...parts.filter(isConstraint).sort(), statement.slice(end + 1)];
}

/** At the commas that stand in no parentheses and no text. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  let isText = false;
  for (const sign of text) {
    if (sign === "'") isText = !isText;
    else if (!isText && sign === '(') depth += 1;
    else if (!isText && sign === ')') depth -= 1;
    if (sign === ',' && depth === 0 && !isText) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

async function readPostgres(read: Read): Promise<Part[]> {
  const own = sql`current_schema()::regnamespace`;
  const columns = await read(sql`select c.relname as "of", concat_ws(' ', a.attname,
      format_type(a.atttypid, a.atttypmod), (select collname from pg_collation where oid = a.attcollation),
      case when a.attnotnull then 'not null' end, pg_get_expr(d.adbin, d.adrelid)) as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = ${own} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);
  const constraints = await read(sql`select c.relname as "of",
      concat_ws(' ', k.conname, pg_get_constraintdef(k.oid)) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = ${own} and k.contype <> 'n' order by 1, 2`);
  const indexes = await read(sql`select c.relname as "of", pg_get_indexdef(i.indexrelid) as text
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = ${own} order by 1, 2`);
  const triggers = await read(sql`select c.relname as "of", pg_get_triggerdef(t.oid) as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = ${own} and not t.tgisinternal order by 1, 2`);
  const functions = await read(sql`select p.proname as "of", pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace = ${own} and not exists (
      select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`);
  return [...columns, ...constraints, ...indexes, ...triggers, ...functions];
}
