interface Waiting {
  most: number;
  refuse(): Error;
}

/** At most `most` functions at a time, the others in the order of their calls. */
export function createTurns(most: number, waits?: Waiting) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    else if (waits && waiting.length >= waits.most) throw waits.refuse();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next one takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
