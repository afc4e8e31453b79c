import type { FuelLine, GoodsLine, JournalEvent } from '../read/register-file.pure.ts';
import { compare, isInFuture } from './days.pure.ts';
import { createHours } from './hours.pure.ts';
import type { Choices, JournalSums, StoredDay, StoredEvent } from './stored.pure.ts';
import { createTillSums, isPaidOut } from './till.pure.ts';

/** Some events of a file and a business date. */
export interface JournalRow {
  file_id: string;
  register_id: string;
  /** The time of the file, then what orders files of one time. */
  arrived: string;
  position: number;
  /** In the order of the file. */
  events(): JournalEvent[];
}

/** Of all versions of an event the one that arrived last. Of two in one file the later one. */
export function* newestEvents(
  rows: readonly JournalRow[],
): Generator<{ event: StoredEvent; file_id: string }> {
  const seen = new Set<string>();
  const newestFirst = rows.toSorted((a, b) => compare(b.arrived, a.arrived) || b.position - a.position);
  for (const { file_id, register_id, arrived, events } of newestFirst) {
    const receivedAt = arrived.slice(0, arrived.indexOf(' '));
    for (const event of events().reverse()) {
      if (seen.has(event.identity)) continue;
      seen.add(event.identity);
      const is_future = isInFuture(event.began, receivedAt);
      yield { event: { ...event, register_id, is_future }, file_id };
    }
  }
}

/** A day may have thousands of events, so they are added one by one. */
export function createEventSums(choicesOf: StoredDay['choicesOf']) {
  const all = new Map<string, ReturnType<typeof createSums>>();
  return {
    add(event: StoredEvent) {
      const { register_id, is_future } = event;
      const key = `${register_id} ${is_future}`;
      const known = all.get(key);
      const own = known ?? createSums({ register_id, is_future }, choicesOf(register_id));
      if (!known) all.set(key, own);
      own.add(event);
    },
    /** By connection, and whether their clock was right; empty without events. */
    sums: () => [...all.values()].map((one) => one.sums()),
  };
}

function createSums(of: Pick<JournalSums, 'register_id' | 'is_future'>, { departmentOf }: Choices) {
  const fuel = new Map<string, Pick<FuelLine, 'grade' | 'volume' | 'amount'>>();
  const goods = new Map<string, GoodsLine>();
  const rest = { tax: 0, sales: 0, refunds: 0, returns: 0, unexplained: 0 };
  const till = createTillSums(departmentOf);
  const hourly = createHours(departmentOf);
  let began: string | null = null;
  let ended: string | null = null;
  return {
    add(event: StoredEvent) {
      for (const { grade, volume, amount } of event.fuel) {
        const known = fuel.get(grade) ?? { grade, volume: 0, amount: 0 };
        fuel.set(grade, { grade, volume: known.volume + volume, amount: known.amount + amount });
      }
      for (const line of event.goods) {
        const { department, item } = line;
        // A department and a code have no line breaks.
        const key = `${department}\n${item?.code}\n${item?.format}\n${item?.name}`;
        const known = goods.get(key);
        if (!known) {
          goods.set(key, { ...line });
          continue;
        }
        known.amount += line.amount;
        known.quantity += line.quantity;
      }
      rest.tax += event.tax;
      if (event.counts === 'sale') rest.sales += 1;
      if (event.counts === 'refund') {
        rest.returns += 1;
        if (!isPaidOut(event, departmentOf)) rest.refunds += 1;
      }
      till.add(event);
      hourly.add(event);
      rest.unexplained += event.unexplained ?? 0;
      if (event.began === null) return;
      if (began === null || event.began < began) began = event.began;
      if (ended === null || event.began > ended) ended = event.began;
    },
    sums: (): JournalSums => ({
      ...{ ...of, fuel: [...fuel.values()], goods: [...goods.values()] },
      ...{ ...rest, ...till.sums(), hours: hourly.hours },
      began,
      ended,
    }),
  };
}
