import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../kernel/context.ts';

/**
 * Lets requests be served before the work goes on: statements of SQLite block the process. Inside a transaction, for which
 * others wait, it goes on at once.
 */
export async function breathe({ tx }: Pick<Context, 'tx'> = {}): Promise<void> {
  if (!tx) await setImmediate();
}
