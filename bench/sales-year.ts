import { type RawBuilder, sql } from 'kysely';
import { Client } from 'pg';
import { loadConfig } from '../server/config/config.ts';
import { monthsOfDays } from '../server/features/registers/figures/months.repository.ts';
import { openDatabase } from '../server/start/open-database.ts';
import { silentLog } from '../server/testing/processes/silent-log.ts';
import { month } from './register-files.ts';
import type { Setup } from './setup.ts';

const lastDays: Record<string, string> = {
  ...{ '2025-04': '30', '2025-05': '31', '2025-06': '30', '2025-07': '31', '2025-08': '31', '2025-09': '30' },
  ...{ '2025-10': '31', '2025-11': '30', '2025-12': '31', '2026-01': '31', '2026-02': '28' },
};
export const year = `from=2025-04-01&to=${month}-31`;

/** Each month of the year before has the days of the month that came as files, which would take an hour. */
export async function addYear({ settings }: Setup): Promise<void> {
  const database = await openDatabase(loadConfig({ ...settings }), silentLog);
  const { rows } = await sql<{ location_id: string }>`select distinct location_id from sales_days
    where trading_date like ${`${month}-%`}`.execute(database.read);
  for (const [one, last] of Object.entries(lastDays)) {
    const dates = { business_date: moved('business_date', one), trading_date: moved('trading_date', one) };
    await database.write(async (tx) => {
      for (const table of ['sales_days', 'sales_parts'] as const) {
        const [first] = (await sql<object>`select * from ${sql.table(table)} limit 1`.execute(tx)).rows;
        const names = Object.keys(first ?? {});
        const values = names.map(
          (name): RawBuilder<unknown> => dates[name as 'trading_date'] ?? sql.ref(name),
        );
        await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
          select ${sql.join(values)} from ${sql.table(table)}
          where trading_date like ${`${month}-%`} and business_date between ${`${month}-01`} and ${`${month}-${last}`}`.execute(
          tx,
        );
      }
      const months = rows.map(({ location_id }) => ({ location_id, month: one }));
      await monthsOfDays.save(tx, months);
    });
  }
  await database.close();
  // As it happens by itself on a server that runs for a year; SQLite does it at the next start.
  if (!settings.DATABASE_URL) return;
  const client = new Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

const moved = (column: string, to: string) => sql`${to} || substr(${sql.ref(column)}, 8)`;
