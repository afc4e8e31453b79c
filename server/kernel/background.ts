import { setImmediate } from 'node:timers/promises';
import type { Context } from './context.ts';

/**
 * Lets other requests run before the work continues, because statements of SQLite block the process. Inside a
 * transaction, for which others wait, it returns at once.
 */
export async function yieldToRequests({ tx }: Pick<Context, 'tx'> = {}): Promise<void> {
  if (!tx) await setImmediate();
}
