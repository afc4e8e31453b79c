import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bareEnvironment } from './bare-environment.ts';
import { noSettingsFile } from './no-settings-file.ts';

/** Starts the server in a process of its own, which is expected to refuse. Returns its messages and its exit code. */
export async function startRefused(env: Record<string, string>, ...args: string[]) {
  const server = spawn(process.execPath, ['server/main.ts', ...noSettingsFile, ...args], {
    env: { ...bareEnvironment, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  // When the server starts after all, the failed test must not leave it running.
  const deadline = setTimeout(() => server.kill('SIGTERM'), 60_000);
  const [code] = await once(server, 'close');
  clearTimeout(deadline);
  return { code, output: output.trim().split('\n').map(sentenceOf).join('\n') };
}

/** The log has its sentence among other members. */
function sentenceOf(line: string): string {
  return line.startsWith('{') ? JSON.parse(line).msg : line;
}
