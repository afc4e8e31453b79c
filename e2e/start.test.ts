import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../server/testing/processes/free-port.ts';
import { noSettingsFile } from '../server/testing/processes/no-settings-file.ts';

const root = resolve(import.meta.dirname, '..');

test('npm start prints the URL of the app, and Ctrl-C stops everything', async () => {
  const { npm, url, output } = await npmStart();
  await isReady(url);
  // Its output passes through npm and may come after the first answer.
  await vi.waitFor(() => {
    expect(output()).toContain(`serves on ${url}`);
    expect(output()).toContain('open it and create the first account');
  }, within(60_000));
  // A terminal sends the signal to the whole foreground group.
  process.kill(-(npm.pid ?? 0), 'SIGINT');
  await isGone(url);
});

test('npm start stops the server on SIGTERM, although shells do not pass it on', async () => {
  const { npm, url } = await npmStart();
  await isReady(url);
  npm.kill('SIGTERM');
  await isGone(url);
});

test('a launcher that is killed stops the server', async () => {
  const { npm: launcher, url } = await npmStart({
    command: [process.execPath, 'scripts/start.mjs', ...noSettingsFile],
  });
  await isReady(url);
  launcher.kill('SIGKILL');
  await isGone(url);
});

test('npm start prints one sentence and fails when the port is in use', async () => {
  const port = await freePort();
  const other = createServer().listen(port, 'localhost');
  await once(other, 'listening');
  onTestFinished(() => {
    other.close();
  });
  const { npm, output } = await npmStart({ port });
  const [code] = await once(npm, 'close');
  expect(code).toBe(1);
  expect(output()).toContain(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`);
  expect(output()).not.toContain('    at ');
});

/** Starts a command in a process group of its own, as a terminal would. */
async function npmStart({
  port,
  command = ['npm', 'start', '--', ...noSettingsFile],
}: {
  port?: number;
  command?: string[];
} = {}) {
  const ownPort = port ?? (await freePort());
  const dataDir = mkdtempSync(join(tmpdir(), 'canopy-start-'));
  const [program = '', ...args] = command;
  const npm = spawn(program, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(ownPort), DATA_DIR: dataDir },
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  onTestFinished(() => {
    end(npm);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { npm, url: `http://localhost:${ownPort}`, output: () => output };
}

function isReady(url: string): Promise<void> {
  return vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), within(180_000));
}

function isGone(url: string): Promise<void> {
  return vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed'), within(60_000));
}

function within(timeout: number) {
  return { timeout, interval: 100 };
}

/** Stops what a failed test left running. */
function end(npm: ChildProcess): void {
  try {
    process.kill(-(npm.pid ?? 0), 'SIGTERM');
  } catch {
    // Everything has stopped already, as expected.
  }
}
