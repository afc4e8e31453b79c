import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Terminal } from './command-line.ts';

export function canAsk({ stdin, stdout }: Terminal): boolean {
  return Boolean(stdin.isTTY && stdout.isTTY);
}

/** Everything but a yes is a no, including Ctrl-D and Ctrl-C. */
export async function askYesNo(question: string, { stdin, stdout, console }: Terminal): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `), once(lines, 'close')]);
    return /^y(es)?$/i.test(String(answer).trim());
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    console.info('');
    return false;
  } finally {
    lines.close();
  }
}
