import type { App } from '../../../kernel/context.ts';
import { logFault } from '../../../kernel/errors.ts';
import { touchSession } from './sessions.repository.ts';

/** How often what was seen is written down: once a minute for a session, however busy it is. */
const writeEveryMs = 60_000;

interface Activity {
  /** A request of this session came. Costs a map entry; nothing is written here. */
  note(session_id: string): void;
  /** Milliseconds since 1970 of a request that is not written down yet. */
  notedAt(session_id: string): number | undefined;
  /** Writes down what was noted. */
  flush(): Promise<void>;
}

const activities = new WeakMap<App, Activity>();

export function activityOf(app: App): Activity {
  const activity = activities.get(app) ?? createActivity(app);
  activities.set(app, activity);
  return activity;
}

/** Writes down in the background until `stop`, and once more then. */
export function keepActivity(app: App): { stop(): Promise<void> } {
  const flush = () =>
    activityOf(app)
      .flush()
      .catch((error) => logFault(app.log, error, 'the last use of sessions could not be written down'));
  const timer = setInterval(flush, writeEveryMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return flush();
    },
  };
}

function createActivity({ database, now }: App): Activity {
  const noted = new Map<string, number>();
  let flushed: Promise<void> = Promise.resolve();

  async function write() {
    const batch = [...noted];
    if (batch.length === 0) return;
    await database.write(async (tx) => {
      for (const [id, at] of batch) await touchSession(tx, id, new Date(at).toISOString());
    });
    for (const [id, at] of batch) if (noted.get(id) === at) noted.delete(id);
  }

  return {
    note: (session_id) => void noted.set(session_id, now().getTime()),
    notedAt: (session_id) => noted.get(session_id),
    flush() {
      flushed = flushed.catch(() => undefined).then(write);
      return flushed;
    },
  };
}
