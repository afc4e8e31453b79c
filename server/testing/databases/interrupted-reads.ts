import type { App } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { DirectExecutor } from '../../platform/database/direct-executor.ts';

const { executeQuery } = DirectExecutor.prototype;

/** Runs `between` once, right before the statement with this number, from 0. Returns how many statements there were. */
export async function interrupt(
  number: number,
  between: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<number> {
  let count = 0;
  let isBetween = false;
  let done: Promise<unknown> = Promise.resolve();
  DirectExecutor.prototype.executeQuery = async function <Row>(
    this: DirectExecutor,
    ...query: Parameters<typeof executeQuery>
  ) {
    if (!isBetween && count++ === number) {
      isBetween = true;
      done = between();
      await done;
      isBetween = false;
    }
    return executeQuery.apply(this, query) as ReturnType<typeof executeQuery<Row>>;
  };
  try {
    await work();
    // Otherwise its failure would be that of the request.
    await done;
  } finally {
    DirectExecutor.prototype.executeQuery = executeQuery;
  }
  return count;
}

interface Cut {
  /** In one transaction: the reader loses access, and what they could read changes to the mark. */
  cut(mark: number): Promise<unknown>;
  /** Of the access. */
  restore(): Promise<unknown>;
}

/** The user loses the location, the only one they have, and in the same transaction `change` writes the mark. */
export function losing(
  { database }: App,
  link: { user_id: string; location_id: string },
  change: (tx: Transaction, mark: number) => Promise<unknown>,
): Cut {
  const granted = { is_assigned: true, granted_by: null, granted_by_name: null };
  const row = { ...link, ...granted, created_at: '2026-01-01T00:00:00.000Z' };
  return {
    cut: (mark) =>
      database.write(async (tx) => {
        await tx.deleteFrom('user_locations').where('user_id', '=', link.user_id).execute();
        await change(tx, mark);
      }),
    // A read without its last statement was not cut.
    restore: () =>
      database.write((tx) =>
        tx
          .insertInto('user_locations')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      ),
  };
}

/** What all marks begin with. */
export const marked = '98765';
let lastMark = Number(`${marked}0000`);

/**
 * Reads as often as the read has statements, each time with a cut right before another one. Returns the statements
 * that were read after the cut: the answer has its mark, though it has none for a reader without access.
 */
export async function readsAfterCut({ cut, restore }: Cut, read: () => Promise<string>): Promise<number[]> {
  const found: number[] = [];
  // A server that has answered before reads rows with the permissions of then.
  await read();
  const total = await interrupt(-1, async () => {}, read);
  for (let number = 0; number < total; number++) {
    const mark = ++lastMark;
    let text = '';
    const reading = async () => {
      text = await read();
    };
    await interrupt(number, () => cut(mark), reading);
    if (text.includes(String(mark)) && !(await read()).includes(String(mark))) found.push(number);
    await restore();
  }
  return found;
}
