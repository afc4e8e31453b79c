import type { FuelLine, GoodsLine } from '../read/register-file.pure.ts';
import type { JournalSums, StoredEvent } from './stored.pure.ts';

export interface EventSums {
  add(event: StoredEvent): void;
  /** By connection; empty without events. */
  sums(): JournalSums[];
}

/** A day may have thousands of events, so they are added one by one. */
export function createEventSums(): EventSums {
  const all = new Map<string, ReturnType<typeof createSums>>();
  return {
    add(event) {
      const known = all.get(event.register_id);
      const own = known ?? createSums(event.register_id);
      if (!known) all.set(event.register_id, own);
      own.add(event);
    },
    sums: () => [...all.values()].map((one) => one.sums()),
  };
}

function createSums(register_id: string) {
  const fuel = new Map<string, Pick<FuelLine, 'grade' | 'volume' | 'amount'>>();
  const goods = new Map<string, GoodsLine>();
  const rest = { tax: 0, sales: 0, refunds: 0, is_future: false };
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
        const key = JSON.stringify([department, item?.code, item?.format, item?.name]);
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
      rest.is_future ||= event.is_future;
      if (event.is_future || event.began === null) return;
      if (began === null || event.began < began) began = event.began;
      if (ended === null || event.began > ended) ended = event.began;
    },
    sums: (): JournalSums => ({
      ...{ register_id, fuel: [...fuel.values()], goods: [...goods.values()] },
      ...rest,
      began,
      ended,
    }),
  };
}
