import type { App } from '../../../kernel/context.ts';
import type { SessionActivity } from '../../../kernel/sessions.ts';
import { touchSession } from './sessions.repository.ts';

export const activityWriteMs = 60_000;

export function createActivity({
  database,
  now,
  faults,
}: Pick<App, 'database' | 'now' | 'faults'>): SessionActivity {
  const recorded = new Map<string, number>();
  return {
    record: (session_id) => void recorded.set(session_id, now().getTime()),
    recordedAt: (session_id) => recorded.get(session_id),
    async flush() {
      const forget = async ([id, at]: [string, number]) => {
        if (recorded.get(id) === at) recorded.delete(id);
      };
      await faults.together([...recorded], {
        what: 'last uses of sessions',
        idOf: ([id]) => id,
        run: async (batch) => {
          await database.write(async (tx) => {
            for (const [id, at] of batch) await touchSession(tx, id, new Date(at).toISOString());
          });
          for (const one of batch) await forget(one);
        },
        giveUp: forget,
      });
    },
  };
}
