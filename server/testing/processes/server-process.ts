import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, vi } from 'vitest';
import { bareEnvironment } from './bare-environment.ts';
import { noSettingsFile } from './no-settings-file.ts';

interface ServerProcess {
  /** Its output so far, on both streams. */
  output(): string;
  stop(): Promise<void>;
  /** As a power cut does. */
  kill(): Promise<void>;
}

/** The server as an operator starts it, in a process of its own, once it answers at the address. */
export async function startServerProcess(url: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['server/main.ts', ...noSettingsFile], {
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  };
  const stop = () => end('SIGTERM');
  try {
    // Not yet there: connecting fails.
    const answer = await vi.waitFor(() => fetch(`${url}/readyz`), { timeout: 60_000, interval: 100 });
    expect(answer.status).toBe(200);
  } catch (error) {
    await stop();
    throw new Error(`The server did not start:\n${output}`, { cause: error });
  }
  return { output: () => output, stop, kill: () => end('SIGKILL') };
}
