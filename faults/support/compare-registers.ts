import { getLocationSales } from '../../contract/registers.ts';
import { listStock } from '../../contract/stock.ts';
import { createClient } from '../../server/testing/requests/client.ts';
import { type Connected, counted, type RegisterLoad } from './register-load.ts';
import type { Report } from './report.ts';
import { countIn, type Store } from './store.ts';

interface Reader {
  url: string;
  token: string;
}

/** What the screens show, and what the tables hold, against what was sent. */
export async function compareRegisters(report: Report, store: Store, load: RegisterLoad, reader: Reader) {
  report.check(`outcomes that no file should have: ${few(load.odd)}`, load.odd.length === 0);
  await compareDays(report, load, reader);
  await compareClosedDays(report, store, load, reader);
  await compareProducts(report, store, load);
  await compareStock(report, load, reader);
  await compareRows(report, store, load);
}

export function few(texts: readonly string[]): string {
  return texts.length === 0
    ? 'none'
    : `${texts.length}, such as ${[...new Set(texts)].slice(0, 5).join('; ')}`;
}

async function daysOf({ url, token }: Reader, { id }: Connected) {
  const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const query = { from: dayAt(-60), to: dayAt(2) };
  const { days, problems } = (
    await createClient(url, token).call(getLocationSales, { params: { id }, query })
  ).ok();
  if (problems.length > 0) throw new Error(`Days are left out: ${problems[0]?.problem}`);
  return new Map(days.map((day) => [day.business_date, day]));
}

async function compareDays(report: Report, { at, sold, events }: RegisterLoad, reader: Reader) {
  const wrong: string[] = [];
  let [found, sales, revenue] = [0, 0, 0];
  for (const location of at.files) {
    for (const [date, day] of await daysOf(reader, location)) {
      const expected = sold.get(`${location.id} ${date}`);
      found += 1;
      sales += day.sales ?? 0;
      revenue += day.revenue ?? 0;
      const isRight =
        expected?.sales === day.sales &&
        expected.merchandise === (day.merchandise ?? 0) &&
        expected.fuel === (day.fuel ?? 0) &&
        day.revenue === expected.merchandise + expected.fuel;
      if (!isRight)
        wrong.push(`${location.number} on ${date}: ${day.sales} sales instead of ${expected?.sales}`);
    }
  }
  report.check(
    `${found} days of journals with ${sales} of ${events} sales and $${(revenue / 100).toFixed(2)}, wrong: ${few(wrong)}`,
    wrong.length === 0 && found === sold.size && sales === events,
  );
}

/** The newest version counts, and each change of a closed day has its audit entry: from each amount to the next. */
async function compareClosedDays(report: Report, store: Store, load: RegisterLoad, reader: Reader) {
  const { at, fed, reported } = load;
  for (const [name, location, expected] of [
    ['feed', at.feed, fed],
    ['reports', at.reports, reported],
  ] as const) {
    const days = await daysOf(reader, location);
    const wrong = [...expected].filter(([date, cents]) => days.get(date)?.merchandise !== cents);
    report.check(
      `${days.size} closed days of ${name} have the newest version, wrong: ${few(wrong.map(([date]) => date))}`,
      wrong.length === 0 && days.size === expected.size,
    );
    const { entries, broken } = await readChain(store, location, expected);
    report.check(
      `${entries} audit entries of them lead from each amount to the next: ${few(broken)}`,
      broken.length === 0,
    );
  }
}

interface Details {
  business_date?: string;
  before: Record<string, string>;
  after: Record<string, string>;
}

async function readChain(store: Store, { id }: Connected, expected: ReadonlyMap<string, number>) {
  const rows = await store.query<{ details: string | Details }>(
    `select details from audit_entries where action = 'register.day_changed' and subject_id = '${id}' order by at, id`,
  );
  const amounts = new Map<string, string>();
  const broken: string[] = [];
  for (const { details } of rows) {
    const { business_date, before, after } =
      typeof details === 'string' ? (JSON.parse(details) as Details) : details;
    for (const [name, from] of Object.entries(before)) {
      const date = business_date ?? name.replace('merchandise on ', '');
      if (name !== (business_date ? 'merchandise' : `merchandise on ${date}`)) continue;
      const known = amounts.get(date);
      if (known !== undefined && known !== from)
        broken.push(`${date} was ${known}, then changed from ${from}`);
      amounts.set(date, after[name] ?? '');
    }
  }
  for (const [date, cents] of expected) {
    const said = amounts.get(date);
    const shown = (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    if (said !== undefined && said !== shown)
      broken.push(`${date} is ${shown}, and its last entry says ${said}`);
  }
  return { entries: rows.length, broken };
}

async function compareProducts(report: Report, store: Store, { at, listed }: RegisterLoad) {
  const rows = await store.query<{ code: string; listing: string; price: number | string }>(
    `select code, listing, price from register_products where location_id = '${at.book.id}'`,
  );
  const active = rows.filter(({ listing }) => listing === 'active');
  const wrong = active.filter(({ code, price }) => !listed.codes.has(code) || Number(price) !== listed.price);
  report.check(
    `${rows.length} products, ${active.length} active by price book ${listed.price}, wrong: ${few(wrong.map(({ code }) => code))}`,
    wrong.length === 0 && active.length === listed.codes.size,
  );
}

async function compareStock(report: Report, { units }: RegisterLoad, { url, token }: Reader) {
  const { items } = (await createClient(url, token).call(listStock, { query: { show: 'all' } })).ok();
  const wrong = items.filter(({ code, on_hand }) => on_hand !== counted * 1000 - (units.get(code) ?? 0));
  report.check(
    `${items.length} products in stock, wrong: ${few(wrong.map(({ code, on_hand }) => `${code} ${on_hand}`))}`,
    wrong.length === 0 && items.length > 0,
  );
}

async function compareRows(report: Report, store: Store, load: RegisterLoad) {
  const files = await countIn(store, 'select count(*) from register_files');
  const events = await countIn(store, 'select sum(events) from register_journals');
  report.check(
    `${files} files and ${events} events are stored once`,
    files === load.files && events === load.events,
  );
  const tasks = await countIn(store, 'select count(*) from register_tasks');
  report.check(`${tasks} tasks of register files are left`, tasks === 0);
  const withoutFile = (table: string) =>
    `select count(*) from ${table} where file_id not in (select id from register_files)`;
  const orphans = {
    register_journals: withoutFile('register_journals'),
    register_reports: withoutFile('register_reports'),
    register_department_locations: `select count(*) from register_department_locations as known where not exists
      (select 1 from register_connection_locations as at where at.register_id = known.register_id
        and at.location_id = known.location_id)`,
    register_files: `select count(*) from register_files where outcome not in ('accepted', 'replaced')
      or (document = 'PJR' and id not in (select file_id from register_journals))
      or (document = 'MCM' and id not in (select file_id from register_reports))`,
    run_lines: 'select count(*) from run_lines where run_id not in (select id from runs)',
    run_keys: 'select count(*) from run_keys where run_id not in (select id from runs)',
  };
  const found: string[] = [];
  for (const [table, query] of Object.entries(orphans)) {
    const count = await countIn(store, query);
    if (count > 0) found.push(`${count} of ${table}`);
  }
  report.check(`rows that belong to nothing: ${few(found)}`, found.length === 0);
}
