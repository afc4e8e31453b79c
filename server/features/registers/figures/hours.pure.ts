import type { Choices, HourSums, JournalSums, StoredEvent } from './stored.pure.ts';

/** An hour of the clock at the location, 0 to 23, and its sums; null where the journal has no line of that part. */
export type JournalHour = [hour: number, ...sums: (number | null)[]];

/** By local date and hour, as '2026-03-14T13'. */
export function createHours(departmentOf: Choices['departmentOf']) {
  const hours = new Map<string, HourSums>();
  return {
    hours,
    add({ began, fuel, goods, counts }: StoredEvent) {
      if (began === null) return;
      const hour = began.slice(0, 'YYYY-MM-DDTHH'.length);
      const sums = hours.get(hour) ?? [0, 0, 0, 0];
      hours.set(hour, sums);
      for (const { amount, volume } of fuel) {
        sums[0] += amount;
        sums[1] += volume;
      }
      for (const { department, amount } of goods)
        if (departmentOf(department ?? '').counts_as === 'merchandise') sums[2] += amount;
      if (counts === 'sale') sums[3] += 1;
    },
  };
}

/**
 * The hours of one date: a day that began the evening before has two of the same name, and only the later one is of its
 * trading date. What a wrong clock dates ahead is in none.
 */
export function hoursOn(
  date: string,
  journal: readonly Pick<JournalSums, 'is_future' | 'hours'>[],
  knows: { fuel: number | null; merchandise: number | null },
): JournalHour[] {
  const all = journal.flatMap(({ is_future, hours }) => (is_future ? [] : [...hours]));
  const ofDate = Map.groupBy(
    all.filter(([hour]) => hour.startsWith(date)),
    ([hour]) => Number(hour.slice(-2)),
  );
  return [...ofDate]
    .sort(([a], [b]) => a - b)
    .map(([hour, parts]) => {
      const sum = (place: number) => parts.reduce((sum, [, sums]) => sum + (sums[place] ?? 0), 0);
      const fuel = knows.fuel === null ? [null, null] : [sum(0), sum(1)];
      return [hour, ...fuel, knows.merchandise === null ? null : sum(2), sum(3)];
    });
}
