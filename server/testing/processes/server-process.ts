import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { quickFetch } from '../requests/quick-fetch.ts';
import { bareEnvironment } from './bare-environment.ts';
import { bundledServer } from './bundled-server.ts';
import { noSettingsFile } from './no-settings-file.ts';

const endWithParent = new URL('../../../scripts/lib/end-with-parent.mjs', import.meta.url).href;
// Generous: a busy machine must not make a passing test fail.
const startWithinMs = 120_000;

/** A Node program of ours that a test or a measurement has started. It ends with this process. */
export interface Program {
  pid: number;
  /** Everything that it has printed so far, on both streams. */
  output(): string;
  isRunning(): boolean;
  /** Resolves with its exit code once it has ended and printed its last words. Null after a signal. */
  ended: Promise<number | null>;
  /** SIGTERM lets it finish its work, SIGKILL is like a power cut. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** A server that has answered. */
export interface ServerProcess extends Program {
  url: string;
  port: number;
  /** From the start of the process to its first answer. */
  firstAnswerMs: number;
  /** Stops it gracefully and resolves with its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<number | null>;
}

/** `folder` is another checkout. */
export function startProgram(
  script: string,
  { env, args = [], folder }: { env: NodeJS.ProcessEnv; args?: readonly string[]; folder?: string },
): Program {
  // Not as an argument, which the processes that it forks would inherit.
  const options = `${env.NODE_OPTIONS ?? ''} --import=${endWithParent}`;
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...bareEnvironment, ...env, NODE_OPTIONS: options },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(folder !== undefined && { cwd: folder }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]): number | null => code);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

interface ServerOptions {
  /** Settings. PORT says where it listens. */
  env: NodeJS.ProcessEnv;
  /** The bundle of the server, unless the start itself is tested. */
  script?: string;
  folder?: string;
  /** It has started when it answers there. */
  path?: string;
  /** Gets the process before it answers, so that it can be killed while it starts. */
  onProgram?: (program: Program) => void;
}

/** Starts a server in a process of its own, and waits until it is ready. The caller stops it. */
export async function startServer({
  env,
  script,
  folder,
  path = '/readyz',
  onProgram,
}: ServerOptions): Promise<ServerProcess> {
  const port = Number(env.PORT);
  const url = `http://localhost:${port}`;
  const file = script ?? (await bundledServer());
  const startedAt = performance.now();
  const program = startProgram(file, { env, args: noSettingsFile, ...(folder !== undefined && { folder }) });
  onProgram?.(program);
  const isReady = () =>
    quickFetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    const isLate = performance.now() - startedAt > startWithinMs;
    if (isLate) await program.end('SIGKILL');
    if (!program.isRunning()) {
      await program.ended;
      throw new Error(
        `The server ${isLate ? 'did not get ready' : 'ended'}: ${messagesOf(program).join('\n')}`,
      );
    }
    await sleep(10);
  }
  return {
    ...{ ...program, url, port, firstAnswerMs: performance.now() - startedAt },
    stop: () => program.end('SIGTERM'),
    kill: () => program.end('SIGKILL'),
  };
}

/**
 * Starts a server that is expected to refuse. Resolves with its exit code and the sentences that it printed. When it
 * starts after all, the failed test must not leave it running.
 */
export async function startRefused(
  env: NodeJS.ProcessEnv,
  { args = [], script }: { args?: readonly string[]; script?: string } = {},
) {
  const file = script ?? (await bundledServer());
  const program = startProgram(file, {
    env: { LOG_LEVEL: 'error', ...env },
    args: [...noSettingsFile, ...args],
  });
  const deadline = setTimeout(() => program.end('SIGTERM'), 60_000);
  const code = await program.ended;
  clearTimeout(deadline);
  return { code, output: messagesOf(program).join('\n') };
}

/** The lines that it printed; of a line of its log, the sentence. */
export function messagesOf(program: Pick<Program, 'output'>): string[] {
  const lines = program.output().trim().split('\n');
  return lines.map((line) => (line.startsWith('{') ? String(JSON.parse(line).msg) : line));
}
