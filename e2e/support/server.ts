import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment } from '../../server/testing/processes/bare-environment.ts';
import { freePort } from '../../server/testing/processes/free-port.ts';
import { noSettingsFile } from '../../server/testing/processes/no-settings-file.ts';

const root = resolve(import.meta.dirname, '../..');
// Generous: a busy machine must not make a passing test fail.
const startWithinMs = 120_000;

export interface RunningServer {
  url: string;
  port: number;
  dataDir: string;
  /** Everything that it has printed so far. */
  output(): string;
  /** Stops it gracefully and returns its exit code. */
  stop(): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
}

interface Options {
  /** Settings; rate limits are off unless asked for. */
  env?: Record<string, string>;
  /** The folders of an earlier server, to start it again. */
  dataDir?: string;
  port?: number;
}

/** Starts the real server as a process of its own and waits until it is ready. The caller stops it. */
export async function startServer({ env = {}, dataDir, port }: Options = {}): Promise<RunningServer> {
  const ownPort = port ?? (await freePort());
  const ownDataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'canopy-e2e-'));
  const url = `http://localhost:${ownPort}`;
  const server = spawn(
    process.execPath,
    ['--import', './scripts/lib/end-with-parent.mjs', 'server/main.ts', ...noSettingsFile],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...bareEnvironment,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        PORT: String(ownPort),
        PUBLIC_URL: url,
        DATA_DIR: ownDataDir,
        ...env,
      },
    },
  );
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  try {
    await waitUntilReady(url, server);
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`The server did not get ready. It printed:\n${output}`, { cause: error });
  }
  return {
    url,
    port: ownPort,
    dataDir: ownDataDir,
    output: () => output,
    async stop() {
      await end('SIGTERM');
      return server.exitCode;
    },
    kill: () => end('SIGKILL'),
  };
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + startWithinMs;
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`exit code ${server.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`not ready within ${startWithinMs} ms`);
}
