import type { Context, InTransaction } from '../../../kernel/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { countLocationsOf } from '../connections/registers.repository.ts';
import { listDepartments } from '../figures/choices.repository.ts';
import { countEvents, countProducts } from '../figures/records.repository.ts';
import { departmentsMaxCount } from '../read/limits.pure.ts';
import type { PreparedFile, ReadDocument } from './prepare.pure.ts';
import { byHand, type Sender } from './routes.service.ts';

/**
 * For each location of a key. A register that is installed anew sends 30 days of 2,000 files at once, which pack to some
 * kilobytes each. More than that again fills the disk.
 */
const filesAnHour = 60_000;
const filesADay = 120_000;
/** In kB, as it is stored. */
const storedAnHour = 480_000;
const storedADay = 960_000;

const hour = 3600;
const day = 24 * hour;

/** Counts what a key sends. @throws ApiError 429; what was stored before stays. */
export async function refuseTooMuch(
  ctx: Context,
  sender: Sender,
  batch: readonly PreparedFile[],
): Promise<void> {
  if (sender === byHand) return;
  const locations = Math.max(1, await countLocationsOf(ctx.app.database.read, sender));
  const stored = batch.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  for (const [window_seconds, files, storedKb] of [
    [hour, filesAnHour, storedAnHour],
    [day, filesADay, storedADay],
  ] as const) {
    const attempt = (what: 'sent' | 'stored', most: number, count: number) => ({
      ...{ key: `register-${what}:${sender} ${window_seconds}`, count },
      limit: { limit: most * locations, window_seconds },
    });
    const attempts = [
      attempt('sent', files, batch.length),
      attempt('stored', storedKb, Math.ceil(stored / 1000)),
    ];
    const refused = (await ctx.app.limits.consumeAttempts(attempts)).find(({ allowed }) => !allowed);
    if (!refused) continue;
    const { retry_after_seconds } = refused;
    const detail = `This key sent more than a register does. Try again in ${retry_after_seconds} seconds.`;
    throw new ApiError('rate_limited', detail, { retry_after_seconds });
  }
}

/** A busy location sells 4,000 times a day, and sends all of it again with a new register. */
const eventsOfDayMax = 10_000;
/** A large travel center lists 20,000. */
const productsMax = 100_000;

interface Place {
  register_id: string;
  location_id: string;
}

/**
 * Of one batch of files: why what this file names is too much for its connection or location, as a sentence; null when
 * it is not, and then it counts for the files after it.
 */
export function createCapacity({ tx }: InTransaction) {
  const codes = new Map<string, Set<string>>();
  const events = new Map<string, number>();
  const products = new Map<string, number>();
  const readOnce = async <T>(map: Map<string, T>, key: string, read: () => Promise<T>): Promise<T> => {
    const known = map.get(key) ?? (await read());
    map.set(key, known);
    return known;
  };

  async function whyNoDepartments({ register_id }: Place, { departments }: ReadDocument) {
    const read = async () => new Set((await listDepartments(tx, [register_id])).map(({ code }) => code));
    const known = await readOnce(codes, register_id, read);
    const added = departments.filter(({ code }) => !known.has(code));
    if (known.size + added.length > departmentsMaxCount)
      return `It names more departments than the ${inWords(departmentsMaxCount)} that a connection can have.`;
    for (const { code } of added) known.add(code);
    return null;
  }

  async function whyNoEvents({ location_id }: Place, { journals }: ReadDocument) {
    const totals = new Map<string, number>();
    for (const [date, some] of Map.groupBy(journals, ({ business_date }) => business_date)) {
      const key = `${location_id} ${date}`;
      const known = await readOnce(events, key, () => countEvents(tx, location_id, date));
      const total = some.reduce((sum, { events }) => sum + events, known);
      if (total > eventsOfDayMax)
        return `The location would have more than ${inWords(eventsOfDayMax)} events on ${date}.`;
      totals.set(key, total);
    }
    for (const [key, total] of totals) events.set(key, total);
    return null;
  }

  async function whyNoProducts({ location_id }: Place, { items, reports }: ReadDocument) {
    if (!items && !reports.some(({ element }) => element === 'ISM')) return null;
    const known = await readOnce(products, location_id, () => countProducts(tx, location_id, productsMax));
    return known < productsMax ? null : `The location has ${inWords(productsMax)} products already.`;
  }

  return async (place: Place, document: ReadDocument): Promise<string | null> =>
    (await whyNoDepartments(place, document)) ??
    (await whyNoEvents(place, document)) ??
    (await whyNoProducts(place, document));
}

const inWords = (count: number) => count.toLocaleString('en-US');
