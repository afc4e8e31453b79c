import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../server/testing/processes/free-port.ts';
import { productVersion } from '../server/testing/processes/product-version.ts';

const root = resolve(import.meta.dirname, '..');

test('a release serves the app with npm start, without compilers and test tools', async () => {
  const result = spawnSync('npm', ['run', 'release'], { cwd: root, encoding: 'utf8' });
  expect(result.stderr + result.stdout).toContain('Release: ');
  const folder = mkdtempSync(join(tmpdir(), 'canopy release '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(/^Release: (.*)$/m.exec(result.stdout)?.[1] ?? '', folder, { recursive: true });

  const url = `http://localhost:${await freePort()}`;
  const { PATH, HOME } = process.env;
  // The packages are in the npm cache, so a slow registry cannot fail the test.
  const env = { PATH, HOME, PORT: new URL(url).port, npm_config_prefer_offline: 'true' };
  const server = spawn('npm', ['start'], { cwd: folder, env });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(server, 'close');
  try {
    await vi.waitFor(() => fetch(`${url}/readyz`), { timeout: 240_000, interval: 200 });
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({
      status: 'ok',
      version: productVersion,
    });
    expect(await (await fetch(`${url}/login`)).text()).toContain('<div id="root"');
    for (const name of ['vite', 'typescript', 'vitest', 'playwright-core'])
      expect(existsSync(join(folder, 'node_modules', name))).toBe(false);
    for (const path of ['server/testing', 'web', 'dist/web.stamp', 'server/commands/backup.test.ts'])
      expect(existsSync(join(folder, path))).toBe(false);
  } catch (error) {
    throw new Error(output, { cause: error });
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
});
