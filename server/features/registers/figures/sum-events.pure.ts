import type { FuelLine, GoodsLine } from '../read/register-file.pure.ts';
import type { JournalSums, StoredEvent } from './stored.pure.ts';

export interface EventSums {
  add(event: StoredEvent): void;
  /** By connection, and whether their clock was right; empty without events. */
  sums(): JournalSums[];
}

/** A day may have thousands of events, so they are added one by one. */
export function createEventSums(): EventSums {
  const all = new Map<string, ReturnType<typeof createSums>>();
  return {
    add(event) {
      const { register_id, is_future } = event;
      const key = `${register_id} ${is_future}`;
      const known = all.get(key);
      const own = known ?? createSums({ register_id, is_future });
      if (!known) all.set(key, own);
      own.add(event);
    },
    sums: () => [...all.values()].map((one) => one.sums()),
  };
}

function createSums(of: Pick<JournalSums, 'register_id' | 'is_future'>) {
  const fuel = new Map<string, Pick<FuelLine, 'grade' | 'volume' | 'amount'>>();
  const goods = new Map<string, GoodsLine>();
  const rest = { tax: 0, sales: 0, refunds: 0, unexplained: 0 };
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
      if (event.counts === 'refund') rest.refunds += 1;
      rest.unexplained += event.unexplained ?? 0;
      if (event.began === null) return;
      if (began === null || event.began < began) began = event.began;
      if (ended === null || event.began > ended) ended = event.began;
    },
    sums: (): JournalSums => ({
      ...{ ...of, fuel: [...fuel.values()], goods: [...goods.values()] },
      ...rest,
      began,
      ended,
    }),
  };
}
