import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildSender } from '../../../scripts/vite/sender.ts';
import { readRegisterFiles } from '../../features/registers/receive/prepare.pure.ts';
import { inMemory } from '../../platform/spool.ts';
import { bareEnvironment } from '../../testing/processes/bare-environment.ts';
import { commandLine } from '../../testing/processes/commands.ts';

const timeout = 120_000;
const long = new Date('2026-03-01T00:00:00Z');

let root: string;
let folder: string;
let record: string;
const running: ChildProcess[] = [];
let closeServer = () => {};
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canopy-watch-'));
  folder = join(root, 'out');
  record = join(root, 'sent');
  await mkdir(folder);
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  closeServer();
  await rm(root, { recursive: true });
});

/** What a request is answered with, after its body was read. Null for the usual answer. */
type Fault = (response: ServerResponse, number: number) => boolean;

/** Notes how often each file came, by its bytes. */
async function startServer(fault: Fault) {
  const came = new Map<string, number>();
  const requests: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    requests.push(Date.now());
    if (fault(response, requests.length)) return;
    const files: { name: string; outcome: string; reason: null }[] = [];
    for await (const portion of readRegisterFiles(inMemory(body), { name: 'a.xml' }, () => {}))
      for (const { name, sha256, reading } of 'files' in portion ? portion.files : []) {
        came.set(sha256, (came.get(sha256) ?? 0) + 1);
        files.push({ name, outcome: 'refusal' in reading ? 'refused' : 'accepted', reason: null });
      }
    response.end(JSON.stringify({ files }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeServer = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came, requests };
}

const options = (url: string) => ['--watch', folder, '--to', url, '--record', record, '--every', '0.2'];

/** The file that Canopy serves, with the Node of the machine, which may be an older one. */
async function startBuilt(url: string) {
  const file = join(root, 'canopy-sender.mjs');
  await writeFile(file, await buildSender());
  return startProgram(url, existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath, [file]);
}

/** The command, or another program, as it runs beside a register. */
function startProgram(url: string, node = process.execPath, script = commandLine('registers')[1]) {
  const args = [...script, ...options(url)];
  const child = spawn(node, args, {
    env: { ...bareEnvironment, REGISTER_KEY: 'canopy_register_test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
}

async function addFile(name: string, text: string, changed = long) {
  await writeFile(join(folder, name), text);
  await utimes(join(folder, name), changed, changed);
}

const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 50 });
const recorded = async () =>
  (await readFile(record, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ')[3]?.split('|')[0] ?? '');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('5,000 files reach Canopy through a dead network, lost answers, busy moments and a kill, and none is deleted', {
  timeout,
}, async () => {
  const texts = Array.from(
    { length: 5000 },
    (_, index) => `<NAXML-POSJournal><a>${index}</a></NAXML-POSJournal>`,
  );
  for (const [index, text] of texts.entries()) await addFile(`${index}.xml`, text);
  const server = await startServer((response, number) => {
    if (number === 2 || number === 5) {
      response.destroy();
      return true;
    }
    if (number === 8) {
      response.writeHead(429, { 'retry-after': '2' }).end('{"detail":"Too many requests."}');
      return true;
    }
    if (number === 9) {
      response.writeHead(503, { 'retry-after': '0' }).end('<html>A proxy</html>');
      return true;
    }
    return false;
  });
  const first = await startBuilt(server.url);
  await waitFor(() => expect(server.requests.length).toBeGreaterThan(20));
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  const [asked = 0, obeyed = 0] = server.requests.slice(7, 9);
  expect(obeyed - asked).toBeGreaterThanOrEqual(1900);
  const second = await startBuilt(server.url);
  await waitFor(async () => expect(new Set(await recorded()).size).toBe(5000));
  expect(texts.filter((text) => !server.came.has(hashOf(text)))).toEqual([]);
  // The batch whose answer was on its way when the program was killed.
  expect([...server.came.values()].filter((times) => times > 1).length).toBeLessThanOrEqual(100);
  const before = server.requests.length;
  await addFile('late.xml', '<late/>');
  await waitFor(() => expect(server.requests.length).toBe(before + 1));
  expect((await readdir(folder)).length).toBe(5001);
  second.child.kill('SIGTERM');
  const [code] = await once(second.child, 'close');
  expect(code).toBe(0);
});

test('a file that is still being written waits, and one that spoils its zip leaves the others', {
  timeout,
}, async () => {
  const server = await startServer(() => false);
  await addFile('growing.xml', '<half', new Date(Date.now() + 3_600_000));
  // Zeros of a full disk pack to a thousandth, so the zip as a whole is refused as a bomb.
  await addFile('zeros.xml', '\0'.repeat(3_000_000));
  await addFile('good.xml', '<good/>');
  await writeFile(`${record}.log`, 'x'.repeat(1_500_000));
  const { output } = startProgram(server.url);
  await waitFor(async () => expect((await recorded()).sort()).toEqual(['good.xml', 'zeros.xml']));
  expect(server.came.get(hashOf('<good/>'))).toBe(1);
  expect(output()).toContain('zeros.xml: refused');
  // Nobody sees what a scheduled task prints. A long log begins anew.
  expect(await readFile(`${record}.log`, 'utf8')).toContain('zeros.xml: refused');
  expect((await readFile(`${record}.log.old`, 'utf8')).length).toBe(1_500_000);
  await addFile('growing.xml', '<whole/>');
  await waitFor(async () => expect(await recorded()).toContain('growing.xml'));
  expect([server.came.get(hashOf('<half')), server.came.get(hashOf('<whole/>'))]).toEqual([undefined, 1]);
});

test('the program says what is wrong with its options, and ends', { timeout }, async () => {
  const wrong = startProgram('ftp://canopy');
  const [code] = await once(wrong.child, 'close');
  expect([code, wrong.output()]).toEqual([
    1,
    expect.stringContaining("must be the URL of Canopy, not 'ftp://canopy'"),
  ]);
  const built = await startBuilt('ftp://canopy');
  expect(await once(built.child, 'close')).toEqual([1, null]);
  expect(built.output()).toContain('node canopy-sender.mjs --watch folder --to');
});

test.skipIf(!existsSync('/dev/full'))(
  'a full disk keeps it from writing down what was sent, and nothing is sent twice meanwhile',
  { timeout },
  async () => {
    await addFile('a.xml', '<a/>');
    const server = await startServer(() => false);
    await writeFile(record, '');
    const { output } = startProgram(server.url);
    await waitFor(async () => expect(await recorded()).toEqual(['a.xml']));
    await rm(record);
    await symlink('/dev/full', record);
    await addFile('b.xml', '<b/>');
    await waitFor(() => expect(output()).toContain('What was sent cannot be written: ENOSPC'));
    await addFile('c.xml', '<c/>');
    await waitFor(() => expect(server.came.get(hashOf('<c/>'))).toBe(1));
    await rm(record);
    await waitFor(async () => expect(await recorded()).toEqual(['b.xml', 'c.xml']));
    expect([...server.came.values()]).toEqual([1, 1, 1]);
  },
);
