import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { bareEnvironment } from '../testing/processes/bare-environment.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { noSettingsFile } from '../testing/processes/no-settings-file.ts';
import { productVersion } from '../testing/processes/product-version.ts';
import { startProgram, startRefused, startServer } from '../testing/processes/server-process.ts';

/** Not the bundle that other tests start. */
const script = 'server/main.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-main-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function refused(env: Record<string, string>, ...args: string[]) {
  return startRefused({ DATA_DIR: join(folder, 'data'), ...env }, { args, script });
}

test('npm start refuses a wrong setting with one sentence and an exit code, and writes nothing', async () => {
  const { code, output } = await refused({ PORT: 'eighty' });
  expect({ code, output }).toEqual({ code: 1, output: 'PORT must be a port number.' });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test.each([
  [['--port', '8080'], "Unknown option '--port'."],
  [['8080'], "Unexpected argument '8080'."],
  [['--env-file'], "Option '--env-file <value>' argument missing."],
])('npm start refuses the arguments %j with the usage, and writes nothing', async (args, message) => {
  const { code, output } = await refused({}, ...args);
  expect(code).toBe(1);
  expect(output.split('\n')).toEqual([
    message,
    'Serves Canopy. Settings are environment variables, or lines of canopy.env such as PORT=8080.',
    '  npm start [-- --env-file path]',
  ]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('npm start reads the settings file of --env-file', async () => {
  const file = join(folder, 'head office.env');
  await writeFile(file, 'PORT=eighty\n');
  expect(await refused({}, '--env-file', file)).toEqual({ code: 1, output: 'PORT must be a port number.' });
});

test('npm start explains in one sentence that a port is in use', async () => {
  const holder = createServer().listen(0, 'localhost');
  await once(holder, 'listening');
  const address = holder.address();
  const port = address && typeof address === 'object' ? String(address.port) : '';
  const { code, output } = await refused({ PORT: port });
  holder.close();
  expect(code).toBe(1);
  expect(output).toBe(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`);
});

test('npm start names a data directory that cannot be created', async () => {
  const file = join(folder, 'file');
  await writeFile(file, 'not a folder');
  const { code, output } = await refused({ DATA_DIR: join(file, 'data') });
  expect(code).toBe(1);
  expect(output).toBe(
    `DATA_DIR ${join(file, 'data')} cannot be a folder, because a file has that name. Choose another folder.`,
  );
  expect((await refused({ DATA_DIR: file })).output).toBe(
    `DATA_DIR ${file} cannot be a folder, because a file has that name. Choose another folder.`,
  );
});

test('npm start explains in one sentence that the disk of the data directory is missing', async () => {
  const dataDir = join(folder, 'link');
  await symlink(join(folder, 'unmounted', 'data'), dataDir);
  expect(await refused({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: `DATA_DIR ${dataDir} cannot be written (ENOENT). Make it writable or choose another folder.`,
  });
});

test.each([
  'data #1 ?x=1&mode=ro 100%',
  "données d'été 店",
  'file:memory?mode=memory',
  ':memory:',
])('npm start accepts a data directory called %s', async (name) => {
  const port = String(await freePort());
  const env = { PORT: port, DATA_DIR: join(folder, name) };
  const server = await startServer({ env, script });
  await server.stop();
  expect(await readdir(folder)).toEqual([name]);
  expect((await readdir(join(folder, name))).sort()).toEqual(['canopy.db', 'secret.key', 'server.lock']);
});

test('after SIGTERM the server is not ready, and still serves for SHUTDOWN_DELAY_SECONDS', async () => {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const env = { PORT: port, DATA_DIR: join(folder, 'slow'), SHUTDOWN_DELAY_SECONDS: '3' };
  const server = await startServer({ env, script });
  const stopped = server.stop();
  const readiness = async () => {
    const answer = await fetch(`${url}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  await expect
    .poll(readiness)
    .toEqual({ status: 503, body: { status: 'not ready', reason: 'The server is stopping.' } });
  expect((await fetch(`${url}/api/config`)).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await stopped;
  expect(server.output()).toContain('stopped');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});

test('npm start gives the files of an earlier version mode 0600', async () => {
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const start = () => startServer({ env: { DATA_DIR: dataDir, PORT: String(port) }, script });
  await (await start()).stop();
  await chmod(join(dataDir, 'canopy.db'), 0o644);
  const server = await start();
  const names = (await readdir(dataDir)).filter((name) => name.startsWith('canopy.db'));
  expect(names).toContain('canopy.db');
  for (const name of names) expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
  await server.stop();
});

test('npm start keeps the mode of an existing data directory, and creates private files in it', async () => {
  const dataDir = join(folder, 'shared');
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const port = String(await freePort());
  const server = await startServer({ env: { PORT: port, DATA_DIR: dataDir }, script });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o755);
  const names = await readdir(dataDir);
  expect(names).toEqual(expect.arrayContaining(['canopy.db', 'canopy.db-wal', 'secret.key']));
  for (const name of names) expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
  await server.stop();
});

test('npm start does not change a file that is not a database', async () => {
  await writeFile(join(folder, 'canopy.db'), 'x'.repeat(5000));
  const { code, output } = await refused({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(output).toMatch(/canopy\.db is damaged or not a database\. Restore it from a backup\.$/);
  expect(await readdir(folder)).toEqual(['canopy.db']);
});

test('npm start names a database that does not answer, without its password', async () => {
  const { code, output } = await refused({ DATABASE_URL: 'postgres://canopy:geheim@127.0.0.1:1/canopy' });
  expect(code).toBe(1);
  expect(output).toBe(
    'The database canopy at 127.0.0.1:1 does not answer (ECONNREFUSED). Start it, or correct DATABASE_URL.',
  );
});

test('npm start warns of a second server on one data directory, not of one that has ended', async () => {
  const started = async () => {
    const port = String(await freePort());
    const server = await startServer({ env: { PORT: port, DATA_DIR: folder }, script });
    onTestFinished(async () => void (await server.stop()));
    return server;
  };
  const warning = `Another server already uses ${folder}. Stop one of them, unless this one takes its place.`;
  // Its log may come after its first answer, and is complete when it has stopped.
  const first = await started();
  const second = await started();
  await expect.poll(second.output).toContain(warning);
  await first.stop();
  expect(first.output()).not.toContain(warning);
  const third = await started();
  await expect.poll(third.output).toContain(warning);
  await Promise.all([second.stop(), third.stop()]);
  const last = await started();
  await last.stop();
  expect(last.output()).not.toContain(warning);
});

test('the trace log does not contain the token of a request that cannot be read', async () => {
  const port = await freePort();
  const env = { PORT: String(port), LOG_LEVEL: 'trace', DATA_DIR: folder };
  const server = startProgram(script, { env, args: noSettingsFile });
  try {
    await expect.poll(server.output).toContain('serves on');
    const socket = connect(port, 'localhost');
    socket.end('GET / HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer geheim\r\nno header\r\n\r\n');
    await once(socket.resume(), 'close');
    await expect.poll(server.output).toContain('client error');
  } finally {
    await server.end('SIGTERM');
  }
  expect(server.output()).not.toContain('geheim');
  expect(server.output()).not.toContain([...Buffer.from('geheim')].join());
});

test('npm start prints failures even when the log is silent', async () => {
  const { output } = await refused({
    DATABASE_URL: 'postgres://canopy@127.0.0.1:1/canopy',
    LOG_LEVEL: 'silent',
  });
  expect(output).toMatch(/^The database canopy at 127\.0\.0\.1:1 does not answer/);
});

/** Debian's `script` runs a program in a terminal. */
const terminalProgram = '/usr/bin/script';

test.skipIf(!existsSync(terminalProgram))('npm start writes the log as text in a terminal', async () => {
  const port = await freePort();
  const command = [process.execPath, 'server/main.ts', ...noSettingsFile].join(' ');
  const env = { ...bareEnvironment, PORT: String(port), DATA_DIR: folder, RATE_LIMITS: 'off' };
  const server = spawn(terminalProgram, ['--quiet', '--command', `exec ${command}`, '/dev/null'], { env });
  let output = '';
  server.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  try {
    await expect.poll(() => output).toContain('serves on');
    await fetch(`http://localhost:${port}/api/users`);
  } finally {
    // Ctrl-C, which a terminal shows as ^C.
    server.stdin.end('\x03');
    await once(server, 'close');
  }
  const lines = output.replaceAll('\r', '').split('\n');
  const time = String.raw`^\d\d:\d\d:\d\d `;
  for (const line of [
    `${time}starting version=${productVersion} .*database="SQLite, .*canopy\\.db"`,
    `${time}WARN RATE_LIMITS=off: guessing passwords is not slowed down\\.$`,
    `${time}Canopy ${productVersion} .*serves on http://localhost:${port}$`,
    `${time}Applied \\d+ migrations$`,
    `${time}Nobody has an account yet: open it and create the first account\\.$`,
    'stopping signal=SIGINT$',
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(line)));
  }
  expect(output).not.toContain('{"level"');
  // Requests would hide everything else; LOG_LEVEL=debug shows them.
  expect(output).not.toContain('request=');
  const served = lines.findIndex((line) => line.includes(' serves on '));
  const after = lines.slice(served + 1).filter((line) => !/stopping|stopped|^\s*$/.test(line));
  expect(after).toEqual([]);
});
