import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bareEnvironment } from '../testing/processes/bare-environment.ts';
import { freePort } from '../testing/processes/free-port.ts';

const root = resolve(import.meta.dirname, '../..');

test('npm start serves the web app from a folder of any name, with the settings file in it', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'canopy-folder-'));
  const folder = join(parent, 'Café No. 7 #1 100% ?');
  await mkdir(join(folder, 'dist/web'), { recursive: true });
  for (const part of ['server', 'contract', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'dist/web/index.html'), '<title>Canopy</title>');

  const port = await freePort();
  await writeFile(join(folder, 'canopy.env'), `PORT=${port}\nDATA_DIR="${join(folder, 'data')}"\n`);
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...bareEnvironment },
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await rm(parent, { recursive: true, force: true });
  });
  const page = await vi.waitFor(
    async () => fetch(`http://localhost:${port}/login`, { headers: { accept: 'text/html' } }),
    { timeout: 60_000 },
  );
  expect(await page.text()).toBe('<title>Canopy</title>');
});
