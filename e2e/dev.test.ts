import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bareEnvironment } from '../server/testing/processes/bare-environment.ts';
import { freePort } from '../server/testing/processes/free-port.ts';

const root = resolve(import.meta.dirname, '..');

test('npm run dev serves the app at the configured port and reloads it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'canopy-dev-'));
  const [port, webPort] = [await freePort(), await freePort()];
  const settings = join(folder, 'dev.env');
  writeFileSync(settings, `PORT=${port}\nDATA_DIR="${folder}"\nPRODUCT_NAME="Northline"\n`);
  const dev = spawn(
    process.execPath,
    ['scripts/run.mjs', 'scripts/dev.ts', '--env-file', settings, '--web-port', String(webPort)],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...bareEnvironment, HOME: process.env.HOME } },
  );
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const ended = once(dev, 'close');
  onTestFinished(async () => {
    dev.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const config = await vi.waitFor(
    async () => (await fetch(`http://localhost:${webPort}/api/config`)).json(),
    { timeout: 180_000, interval: 200 },
  );
  expect(config, output).toMatchObject({ product_name: 'Northline' });
  // Its output may come after the first answer.
  await vi.waitFor(() => expect(output).toContain(`serves on http://localhost:${webPort}`), {
    timeout: 120_000,
  });
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
});
