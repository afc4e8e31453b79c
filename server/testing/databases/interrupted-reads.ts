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

export interface Cut {
  /** In one transaction: the reader loses access, and what they could read changes to the mark. */
  cut(mark: number): Promise<unknown>;
  /** Of the access. */
  restore(): Promise<unknown>;
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
