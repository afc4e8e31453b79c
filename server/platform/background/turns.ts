interface Waiting {
  most: number;
  refuse(): Error;
}

/** At most `most` places are taken at a time. Those who wait get theirs in the order of their calls. */
export function createPlaces(most: number, waits?: Waiting) {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async take(): Promise<void> {
      if (taken < most) taken++;
      else if (waits && waiting.length >= waits.most) throw waits.refuse();
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    give(): void {
      // The next one takes over the place.
      const next = waiting.shift();
      if (next) next();
      else taken--;
    },
  };
}

/** At most `most` functions at a time, the others in the order of their calls. */
export function createTurns(most: number, waits?: Waiting) {
  const places = createPlaces(most, waits);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await places.take();
    try {
      return await work();
    } finally {
      places.give();
    }
  };
}
