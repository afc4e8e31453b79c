import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Whether the process runs in a terminal where somebody can answer. */
export function canAsk(): boolean {
  return Boolean(process.stdin.isTTY && process.stdout.isTTY);
}

/** Asks on the terminal. Everything but a yes is a no, including Ctrl-D and Ctrl-C. */
export async function askYesNo(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), once(terminal, 'close')]);
    return /^y(es)?$/i.test(String(answer).trim());
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    console.info('');
    return false;
  } finally {
    terminal.close();
  }
}
