import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a test file of the server with settings, on `sqlite`, `postgres` or `none`. Resolves whether it passed. */
export async function runTest(
  file: string,
  database: string,
  settings: Record<string, string>,
): Promise<boolean> {
  const project = database === 'none' ? 'checks' : `server-${database}`;
  const vitest = 'node_modules/vitest/vitest.mjs';
  const child = spawn(
    process.execPath,
    [vitest, 'run', `--project=${project}`, '--silent=false', '--testTimeout=3600000', file],
    {
      env: { ...process.env, ...settings },
      stdio: 'inherit',
    },
  );
  const [code] = await once(child, 'exit');
  return code === 0;
}
