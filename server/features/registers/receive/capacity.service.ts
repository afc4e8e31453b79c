import type { InTransaction } from '../../../kernel/context.ts';
import { listDepartments } from '../figures/choices.repository.ts';
import { countEvents, countProducts } from '../figures/records.repository.ts';
import { departmentsMaxCount } from '../read/limits.pure.ts';
import type { ReadDocument } from './prepare.pure.ts';

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

  async function whyNoDepartments(
    register_id: string,
    { departments }: ReadDocument,
  ): Promise<string | null> {
    const read = async () => new Set((await listDepartments(tx, [register_id])).map(({ code }) => code));
    const known = await readOnce(codes, register_id, read);
    const added = departments.filter(({ code }) => !known.has(code));
    if (known.size + added.length > departmentsMaxCount)
      return `It names more departments than the ${departmentsMaxCount.toLocaleString('en-US')} that a connection can have.`;
    for (const { code } of added) known.add(code);
    return null;
  }

  async function whyNoEvents(location_id: string, { journals }: ReadDocument): Promise<string | null> {
    const added = new Map<string, number>();
    for (const { business_date, events } of journals)
      added.set(business_date, (added.get(business_date) ?? 0) + events);
    for (const [date, count] of added) {
      const read = async () => (await countEvents(tx, location_id, [date])).get(date) ?? 0;
      const known = await readOnce(events, `${location_id} ${date}`, read);
      if (known + count > eventsOfDayMax)
        return `The location would have more than ${eventsOfDayMax.toLocaleString('en-US')} events on ${date}.`;
    }
    for (const [date, count] of added) {
      const key = `${location_id} ${date}`;
      events.set(key, (events.get(key) ?? 0) + count);
    }
    return null;
  }

  async function whyNoProducts(location_id: string, document: ReadDocument): Promise<string | null> {
    if (!document.items && !document.reports.some(({ element }) => element === 'ISM')) return null;
    const known = await readOnce(products, location_id, () => countProducts(tx, location_id, productsMax));
    if (known < productsMax) return null;
    return `The location has ${productsMax.toLocaleString('en-US')} products already.`;
  }

  return async ({ register_id, location_id }: Place, document: ReadDocument): Promise<string | null> =>
    (await whyNoDepartments(register_id, document)) ??
    (await whyNoEvents(location_id, document)) ??
    (await whyNoProducts(location_id, document));
}
