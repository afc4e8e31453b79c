import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { jsonColumns, type Tables } from '../../kernel/database/schema.ts';
import { DatabaseLog } from '../../platform/database/database-log.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { openSqlite } from '../../platform/database/sqlite.ts';
import { silentLog } from '../processes/silent-log.ts';
import { insertRow, migrateTo } from './migrate-to.ts';

const lastOfRelease = '0057_confirmed_accounts';
/** No JavaScript number is it. */
const beyondExact = sql.raw('9007199254740993');
const nineQuadrillions = 9_000_000_000_000_000;

export interface PoisonedDatabase {
  location_id: string;
  /** Its figures cannot be true. */
  poisoned: string;
  /** Cents of fuel of the others, by business date. */
  right: Record<string, number>;
}

/**
 * A database of the release before, in which one location has a day whose sums no number can hold, from a report with
 * such amounts, beside a right one, and a row of a feed whose version nothing can exceed. On SQLite also what PostgreSQL cannot
 * hold: the period of a report, and units of a product.
 */
export async function makePoisonedDatabase(place: {
  dataDir: string;
  databaseUrl?: string;
}): Promise<PoisonedDatabase> {
  const limits = {
    ...{ database_prepared: true, database_pool_size: 4, database_connect_timeout_seconds: 5 },
    ...{ database_query_timeout_seconds: 10, database_lock_timeout_seconds: 5 },
  };
  const driver = place.databaseUrl
    ? openPostgres<Tables>(place.databaseUrl, limits, new DatabaseLog(silentLog, 0))
    : openSqlite<Tables>(join(place.dataDir, 'canopy.db'), jsonColumns);
  const insert = (table: string, row: Record<string, unknown>) => insertRow(driver, table, row);
  const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const [first, poisoned, fed] = [dateOf(5), dateOf(4), dateOf(3)];
  const [location_id, register_id] = [randomUUID(), randomUUID()];
  const at = `${first}T12:00:00.123Z`;
  const changed = { created_at: at, updated_at: at, updated_by_name: '' };
  try {
    await migrateTo(driver, lastOfRelease);
    const address = { address: '1 Mill Road', city: 'Albany', state: 'NY', zip: '12207', number: '12' };
    await insert('locations', {
      ...{ id: location_id, name: 'Mill Road', ...address, number_key: '12', search: 'mill road' },
      ...{ sort_name: 'mill road', time_zone: 'America/New_York', ...changed },
    });
    await insert('register_connections', {
      ...{ id: register_id, name: 'Front', key_hash: 'hash', key_hint: 'canopy', store_number: '12' },
      ...{
        has_net_departments: false,
        lacks_check_digit: false,
        last_file_at: at,
        ...changed,
      },
    });
    await insert('register_connection_locations', { register_id, location_id });
    const spanOf = (date: string) => ({ began: `${date}T06:00:00`, ended: `${date}T22:00:00` });
    const day = (business_date: string, fuel: unknown) =>
      insert('sales_days', {
        ...{ location_id, business_date, trading_date: business_date, ...spanOf(business_date) },
        ...{
          is_closed: true,
          is_future: false,
          fuel_gross: fuel,
          fuel_discounts: 0,
          fuel,
          fuel_volume: 10_000,
        },
        ...{ revenue: fuel, marks: '["fuel only"]', is_stale: false },
        content: JSON.stringify({
          ...{ sources: { fuel: 'day_report', merchandise: null, tax: null, sales: null }, journal: null },
          ...{ grades: [], departments: [], products: [], marks: ['fuel only'] },
        }),
      });
    const report = async (business_date: string, grades: number[], period = 2) => {
      const file_id = randomUUID();
      const received = { register_id, location_id, business_date };
      await insert('register_files', {
        ...{ id: file_id, sender: register_id, name: 'a.xml', sha256: file_id, bytes: 1000, received_at: at },
        ...{ outcome: 'accepted', document: 'FGM', store_number: '12', ...received },
      });
      const data = {
        grades: grades.map((gross, grade) => ({ grade: String(grade), volume: 10_000, gross, discounts: 0 })),
        pump_tests: 0,
      };
      const head = { element: 'FGM', period };
      await insert('register_reports', {
        ...{ file_id, position: 0, ...received, ...head, arrived: `${at} ${file_id}`, is_future: false },
        content: JSON.stringify({
          ...head,
          sequence: 1,
          business_date,
          ...spanOf(business_date),
          till: '',
          data,
        }),
      });
    };
    await report(first, [500]);
    await day(first, 500);
    await report(poisoned, [nineQuadrillions, nineQuadrillions]);
    await day(poisoned, beyondExact);
    const { began, ended } = spanOf(fed);
    await insert('register_feed', {
      ...{
        location_id,
        business_date: fed,
        began,
        register_id,
        version: 1e12,
        arrived: at,
        is_future: false,
      },
      content: JSON.stringify({
        ...{
          began,
          ended,
          fuel: [{ grade: '1', volume: 10_000, gross: 700, discounts: 0 }],
          departments: [],
        },
        ...{
          tax: null,
          sales: null,
          refunds: null,
          version: 1e12,
          register_id,
          arrived: at,
          is_future: false,
        },
      }),
    });
    await day(fed, 700);
    if (driver.dialect === 'sqlite') {
      await report(first, [600], 999_999_999_999);
      const counted = { code: '123', counted: 9000, counted_at: `${first}T06:00:00`, reorder_point: null };
      const units = { sold_since: beyondExact, on_hand: beyondExact };
      await insert('register_stock', { id: randomUUID(), location_id, ...counted, ...units, ...changed });
      await insert('register_stock_locations', { location_id, is_stale: false });
    }
  } finally {
    await driver.close();
  }
  return { location_id, poisoned, right: { [first]: 500, [fed]: 700 } };
}
