import type { App } from '../../../kernel/context.ts';
import { logFault } from '../../../kernel/errors.ts';
import { touchSession } from './sessions.repository.ts';

/** A session's last use is saved at most this often. */
const writeEveryMs = 60_000;

/** Remembers the last use of sessions in memory and saves it from time to time. */
interface Activity {
  record(session_id: string): void;
  /** The time of the last request that is not saved yet, in milliseconds since 1970. */
  recordedAt(session_id: string): number | undefined;
  /** Writes the recorded times to the database. */
  flush(): Promise<void>;
}

const activities = new WeakMap<App, Activity>();

export function activityOf(app: App): Activity {
  const activity = activities.get(app) ?? createActivity(app);
  activities.set(app, activity);
  return activity;
}

/** Saves in the background until `stop`, and once more then. */
export function runActivityWriter(app: App): { stop(): Promise<void> } {
  const flush = () =>
    activityOf(app)
      .flush()
      .catch((error) => logFault(app.log, error, 'the last use of sessions could not be saved'));
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
  const recorded = new Map<string, number>();
  let flushed: Promise<void> = Promise.resolve();

  async function write() {
    const batch = [...recorded];
    if (batch.length === 0) return;
    await database.write(async (tx) => {
      for (const [id, at] of batch) await touchSession(tx, id, new Date(at).toISOString());
    });
    for (const [id, at] of batch) if (recorded.get(id) === at) recorded.delete(id);
  }

  return {
    record: (session_id) => void recorded.set(session_id, now().getTime()),
    recordedAt: (session_id) => recorded.get(session_id),
    flush() {
      flushed = flushed.catch(() => undefined).then(write);
      return flushed;
    },
  };
}
