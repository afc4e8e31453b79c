import { systemContext } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { daysBefore } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { inMemory } from '../../platform/spool.ts';
import { zipOf } from '../../platform/write-zip.ts';
import { type LocationFacts, readLocationFacts } from '../locations/locations.facts.service.ts';
import { createRegister } from '../registers/connections/registers.service.ts';
import { localTime } from '../registers/figures/days.pure.ts';
import { receiveFeed } from '../registers/receive/feed.service.ts';
import { receiveWithKey } from '../registers/receive/files.service.ts';
import { recountStock } from '../registers/stock/recount.service.ts';
import { demoActor } from './demo-data.repository.ts';
import { demoLocation } from './locations.pure.ts';
import { idFor } from './random.pure.ts';
import { businessDateOf, type DemoDay, demoDay, demoSales, demoStock, spanOf } from './register-day.pure.ts';
import {
  type DemoFile,
  dayFiles,
  journalFile,
  type Make,
  makes,
  priceBookFile,
} from './register-xml.pure.ts';

const daysBack = 14;
const countedDaysBack = 3;
/** Its registers have said nothing for two days. */
const silentIndex = 2;
const silentDays = 2;
/** Of the others, every seventh never closed one of its days. */
const notClosedIndex = 3;
const notClosedDay = 5;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Sender {
  id: string;
  name: string;
}

/**
 * Real files, through the same way as those of a key, at the times at which they would have come. Files that came before
 * are duplicates, so a second run adds only what happened since. The number of locations bounds its time.
 */
export async function addDemoRegisters(
  app: App,
  { seed, registers, days }: { seed: number; registers: number; days: number },
  report: (done: number) => void,
): Promise<number> {
  const ids = Array.from({ length: registers }, (_, index) => demoLocation(seed, index).id);
  const locations = await readLocationFacts(systemContext(app, demoActor), ids);
  let connected = 0;
  for (const [index, id] of ids.entries()) {
    const location = locations.get(id);
    // It was deleted here, or closed.
    if (location && location.closed_on === null) {
      await addRegister(app, { seed, index, location, days });
      connected += 1;
    }
    report(index + 1);
  }
  await recountStock(app);
  return connected;
}

interface Place {
  seed: number;
  index: number;
  location: LocationFacts;
  days: number;
}

async function addRegister(app: App, { seed, index, location, days }: Place): Promise<void> {
  const key = `${seed} register ${index}`;
  const make = makes[index % makes.length] as Make;
  const store = location.number ?? '1';
  const sender = await connect(app, key, location);
  const local = localTime(app.now(), location.time_zone);
  const open = businessDateOf(local);
  const isSilent = index === silentIndex;
  const older = Math.max(0, days - daysBack);
  const dates = Array.from({ length: older }, (_, place) => daysBefore(open, daysBack + older - place));
  const fed = dates.map((date) => feedDay(demoDay(key, date), store));
  if (older > 0) await feedAt(at(app, daysBack * dayMs), sender, { days: fed });
  const send = async (hoursAgo: number, files: readonly DemoFile[]) => {
    const zip = await zipOf(files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })));
    const arrived = inMemory(Buffer.from(zip));
    return receiveWithKey(at(app, hoursAgo * hourMs), sender, 'registers.zip', arrived);
  };
  await send(daysBack * 24, [priceBookFile(make, store)]);
  for (let back = daysBack; back >= (isSilent ? silentDays + 1 : 1); back--) {
    const date = daysBefore(open, back);
    const isClosed = index % 7 !== notClosedIndex || back !== notClosedDay;
    const files = isClosed
      ? dayFiles(make, store, demoDay(key, date))
      : [journalFile(make, store, date, demoSales(key, date, spanOf(date).ended))];
    // They come when the day is closed, at five in the morning.
    await send((back - 1) * 24 + hoursSince(spanOf(open).began, local), files);
  }
  if (!isSilent) await send(0, [journalFile(make, store, open, demoSales(key, open, local))]);
  const lastSaid = isSilent ? at(app, silentDays * dayMs) : app;
  const counted_at = spanOf(daysBefore(open, countedDaysBack)).began;
  const body = { stock: demoStock(key).map((item) => ({ ...item, location: store, counted_at })) };
  await feedAt(lastSaid, sender, body);
}

/** As files, a year takes ten times as long. */
function feedDay(
  { business_date, began, ended, grades, departments, tax, sales }: DemoDay,
  location: string,
) {
  const sold = departments.map(({ amount, ...rest }) => ({ ...rest, gross: amount, refunds: 0 }));
  return {
    ...{ location, business_date, began, ended, currency: 'USD', fuel: grades, departments: sold },
    ...{ tax, sales, refunds: null, version: 1 },
  };
}

async function feedAt(app: App, sender: Sender, body: object): Promise<void> {
  await receiveFeed(app, sender, inMemory(Buffer.from(JSON.stringify(body))));
}

/** A repeated id is a connection of an earlier run. */
async function connect(app: App, key: string, location: LocationFacts): Promise<Sender> {
  const id = idFor(key);
  const name = `${location.name} registers`;
  const ctx = systemContext<'registers.manage'>(at(app, daysBack * dayMs), demoActor);
  const choices = { has_net_departments: false, lacks_check_digit: false, over_short_sign: 'over' } as const;
  const input = { name, location_ids: [location.id], ...choices };
  await createRegister(ctx, { ...input, id }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
  });
  return { id, name };
}

function hoursSince(from: string, to: string): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / hourMs;
}

function at(app: App, agoMs: number): App {
  const now = new Date(app.now().getTime() - agoMs);
  return { ...app, now: () => now };
}
