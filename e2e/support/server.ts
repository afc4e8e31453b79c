import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/testing/processes/free-port.ts';
import { type ServerProcess, startServer } from '../../server/testing/processes/server-process.ts';

export interface RunningServer extends ServerProcess {
  dataDir: string;
}

interface Options {
  /** Settings; rate limits are off unless asked for. */
  env?: Record<string, string>;
  /** The folders of an earlier server, to start it again. */
  dataDir?: string;
  port?: number;
}

/** Starts the server of a journey, as in production. */
export async function startJourneyServer({ env = {}, ...earlier }: Options = {}): Promise<RunningServer> {
  const port = String(earlier.port ?? (await freePort()));
  const dataDir = earlier.dataDir ?? mkdtempSync(join(tmpdir(), 'canopy-e2e-'));
  const settings = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    ...env,
  };
  return { ...(await startServer({ env: settings })), dataDir };
}
