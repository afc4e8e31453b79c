/** How soon another instance's change is seen. */
const everyMs = 200;
/** So that changes of one moment are one event. */
const shortestMs = 100;
/** After a minute without a change. */
const quietEveryMs = 1000;
const quietAfterMs = 60_000;

export interface Poll {
  start(): void;
  stop(): void;
  /** Something changed here. Does nothing unless started. */
  wake(): void;
}

interface Work {
  /** True when there was something. */
  read(): Promise<boolean>;
  /** It is tried again. */
  onFailure(error: unknown): void;
}

/** Reads again and again, one at a time, sooner after `wake` and seldom when nothing happens. */
export function createPoll({ read, onFailure }: Work): Poll {
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isReading = false;
  let isWoken = false;
  let readAt = 0;
  let changedAt = 0;

  async function work() {
    isReading = true;
    isWoken = false;
    readAt = performance.now();
    let everyMs = nextMs();
    try {
      if (await read()) changedAt = performance.now();
      everyMs = nextMs();
    } catch (error) {
      onFailure(error);
      everyMs = quietEveryMs;
    } finally {
      isReading = false;
      plan(isWoken ? shortestMs : everyMs);
    }
  }

  const nextMs = () => (performance.now() - changedAt > quietAfterMs ? quietEveryMs : everyMs);

  /** After the beginning of the last read. */
  function plan(afterMs: number) {
    clearTimeout(timer);
    if (!isStarted || isReading) return;
    timer = setTimeout(work, Math.max(0, readAt + afterMs - performance.now()));
    timer.unref();
  }

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      changedAt = performance.now();
      plan(everyMs);
    },
    stop() {
      isStarted = false;
      clearTimeout(timer);
    },
    wake() {
      // Planned already: to plan it again each time would put it off.
      if (isWoken) return;
      isWoken = true;
      plan(shortestMs);
    },
  };
}
