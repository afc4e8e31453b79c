/**
 * Does the work, and returns the longest time in milliseconds that this thread computed without answering others.
 * Counts processor time, so that other processes on a busy machine make no difference.
 */
export async function longestStep(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  const ended = work().finally(() => {
    isDone = true;
  });
  let longest = 0;
  let last = used();
  while (!isDone) {
    await new Promise(setImmediate);
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await ended;
  return longest;
}

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
