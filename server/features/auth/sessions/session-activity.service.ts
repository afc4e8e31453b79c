import type { App } from '../../../kernel/context.ts';
import type { SessionActivity } from '../../../kernel/sessions.ts';
import { touchSession } from './sessions.repository.ts';

export const activityWriteMs = 60_000;

export function createActivity({ database, now }: Pick<App, 'database' | 'now'>): SessionActivity {
  const recorded = new Map<string, number>();
  return {
    record: (session_id) => void recorded.set(session_id, now().getTime()),
    recordedAt: (session_id) => recorded.get(session_id),
    async flush() {
      const batch = [...recorded];
      if (batch.length === 0) return;
      await database.write(async (tx) => {
        for (const [id, at] of batch) await touchSession(tx, id, new Date(at).toISOString());
      });
      for (const [id, at] of batch) if (recorded.get(id) === at) recorded.delete(id);
    },
  };
}
