import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { fileOutcomes } from '../../../contract/registers.ts';
import { type Watch, watchFolder } from './watch-folder.ts';

/** A status, the text of an answer, or that the connection breaks; undefined for a receipt that accepts each file. */
type Told = number | string | undefined;

interface Sent {
  key: string;
  /** Of the files, which are named in what is sent. */
  names: string[];
}

/** A server that answers each request as it is told. */
async function startServer(tell: (sent: Sent) => Told) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('latin1');
      const label = new URL(request.url ?? '', 'http://canopy').searchParams.get('name') ?? '';
      const inZip = new Set(body.match(/[a-z]+\.(xml|gz)/g));
      const names = body.startsWith('PK') ? [...inZip] : [label];
      requests.push(names.join(' '));
      const told = tell({ key: request.headers.authorization?.slice('Bearer '.length) ?? '', names });
      if (told === 0) return request.socket.destroy();
      if (typeof told === 'number') response.statusCode = told;
      const files = names.map((name) => ({ name, outcome: 'accepted', reason: null }));
      response.end(
        typeof told === 'string' ? told : JSON.stringify(told ? { detail: `Told ${told}.` } : { files }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, close: () => server.close() };
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function makeFolder(files: Record<string, string | Buffer>) {
  const folder = await mkdtemp(join(tmpdir(), 'canopy-watch-'));
  ends.push(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Watches until the test ends. */
async function watching(folder: string, tell: (sent: Sent) => Told, changes: Partial<Watch> = {}) {
  const server = await startServer(tell);
  const stop = new AbortController();
  const log: string[] = [];
  const watched = watchFolder({
    ...{ folder, url: server.url, record: join(folder, '.sent'), signal: stop.signal },
    ...{ readKey: async () => 'key', newKeyHint: 'Put the new key into key.txt.' },
    ...{ everyMs: 5, settleMs: 0, pauseMs: 1, log: (line: string) => log.push(line) },
    ...changes,
  });
  const end = async () => {
    stop.abort();
    await watched;
    server.close();
  };
  ends.push(end);
  return { requests: server.requests, log, end };
}

/** The names of the record. */
async function recorded(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, '.sent'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => line.split(' ')[3]?.split('|')[0] ?? []);
}

function waitUntilRecorded(folder: string, ...names: string[]) {
  return vi.waitFor(async () => expect((await recorded(folder)).sort()).toEqual(names.sort()), {
    timeout: 5000,
    interval: 5,
  });
}

test('watchFolder sends each file once, through a dead network and restarts, and deletes nothing', async () => {
  const folder = await makeFolder({ 'a.xml': '<a/>' });
  const told = [0, 503, 429, 0];
  const first = await watching(folder, () => told.shift());
  await waitUntilRecorded(folder, 'a.xml');
  await first.end();
  expect(first.requests).toHaveLength(5);
  await writeFile(join(folder, 'b.xml'), '<b/>');
  await writeFile(join(folder, 'c.xml'), '<c/>');
  const second = await watching(folder, () => undefined);
  await waitUntilRecorded(folder, 'a.xml', 'b.xml', 'c.xml');
  await second.end();
  expect(second.requests).toEqual(['b.xml c.xml']);
  expect((await readdir(folder)).sort()).toEqual(['.sent', 'a.xml', 'b.xml', 'c.xml']);
  // A record that was cut off by a kill sends its last file again, which is a duplicate there.
  const lines = (await readFile(join(folder, '.sent'), 'utf8')).trim().split('\n');
  await writeFile(join(folder, '.sent'), `${lines.slice(0, 2).join('\n')}\n${lines[2]?.slice(0, 40)}\n`);
  const third = await watching(folder, () => undefined);
  await waitUntilRecorded(folder, 'a.xml', 'b.xml', 'c.xml');
  await third.end();
  expect(third.requests).toHaveLength(1);
});

const noReceipts: Told[] = [
  ...[400, 402, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504, 0],
  ...['<html>Sign in to the network</html>', '{}', '{"files":[]}', '{"files":[null]}', '{"files":"a.xml"}'],
  '{"files":[{"name":"a.xml","outcome":"lost","reason":null}]}',
];

test.each(noReceipts)('watchFolder sends a file again after the answer %s', async (told) => {
  const folder = await makeFolder({ 'a.xml': '<a/>' });
  const answers = [told, told];
  const { requests, log } = await watching(folder, () => answers.shift());
  await waitUntilRecorded(folder, 'a.xml');
  expect(requests).toEqual(['a.xml', 'a.xml', 'a.xml']);
  expect(log.slice(0, 2).join('\n')).toMatch(/Trying (it )?again in .*\n.*Trying (it )?again in /);
});

test.each(
  noReceipts.filter((told) => told !== 429),
)('one file that always gets the answer %s does not hold the others', async (told) => {
  const folder = await makeFolder({ 'a.xml': '<a/>', 'bad.xml': '<bad/>', 'c.xml': '<c/>' });
  let isMended = false;
  const tell = ({ names }: Sent) => (names.includes('bad.xml') && !isMended ? told : undefined);
  const { requests, log } = await watching(folder, tell);
  await waitUntilRecorded(folder, 'a.xml', 'c.xml');
  expect(requests[0]).toBe('a.xml bad.xml c.xml');
  // A moment without time is no fault of a file.
  expect(requests[1]).toBe(told === 503 ? requests[0] : 'a.xml');
  expect(log.join('\n')).toContain('Sending 3 files one by one.');
  await writeFile(join(folder, 'd.xml'), '<d/>');
  await waitUntilRecorded(folder, 'a.xml', 'c.xml', 'd.xml');
  isMended = true;
  await waitUntilRecorded(folder, 'a.xml', 'bad.xml', 'c.xml', 'd.xml');
  expect(requests.filter((names) => names === 'c.xml')).toHaveLength(1);
});

test.each([429, 503])('the answer %s is no reason to send the files one by one', async (told) => {
  const folder = await makeFolder({ 'a.xml': '<a/>', 'b.xml': '<b/>' });
  const answers = [told, told];
  const { requests } = await watching(folder, () => answers.shift());
  await waitUntilRecorded(folder, 'a.xml', 'b.xml');
  expect(requests).toEqual(['a.xml b.xml', 'a.xml b.xml', 'a.xml b.xml']);
});

test.each([
  ['fewer', '{"files":[{"name":"a.xml","outcome":"accepted","reason":null}]}', 'names 1 files, and 2'],
  ['none', '{"files":[]}', 'names 0 files, and 2'],
  [
    'a refused zip',
    '{"files":[{"name":"files.zip","outcome":"refused","reason":"It is broken."}]}',
    'It is broken.',
  ],
])('watchFolder sends the files of a zip one by one when its receipt has %s', async (_, receipt, said) => {
  const folder = await makeFolder({ 'a.xml': '<a/>', 'b.xml': '<b/>' });
  const { requests, log } = await watching(folder, ({ names }) => (names.length > 1 ? receipt : undefined));
  await waitUntilRecorded(folder, 'a.xml', 'b.xml');
  expect(requests).toEqual(['a.xml b.xml', 'a.xml', 'b.xml']);
  expect(log[0]).toContain(said);
});

test.each(fileOutcomes)('the outcome %s of a file is final, and says why', async (outcome) => {
  const folder = await makeFolder({ 'a.xml': '<a/>' });
  const { requests, log } = await watching(folder, ({ names }) =>
    JSON.stringify({ files: names.map((name) => ({ name, outcome, reason: 'Because.' })) }),
  );
  await waitUntilRecorded(folder, 'a.xml');
  await writeFile(join(folder, 'b.xml'), '<b/>');
  await waitUntilRecorded(folder, 'a.xml', 'b.xml');
  expect(requests).toEqual(['a.xml', 'b.xml']);
  expect(await readFile(join(folder, '.sent'), 'utf8')).toMatch(
    new RegExp(`^\\S+ ${outcome} [0-9a-f]{64} a\\.xml\\|4\\|\\d+\n`),
  );
  const isSilent = outcome === 'accepted' || outcome === 'duplicate';
  expect(log.includes(`a.xml: ${outcome.replace('_', ' ')}. Because.`)).toBe(!isSilent);
});

test('a refused key is said once, with what to do, and a new one is used as soon as it is there', async () => {
  const folder = await makeFolder({ 'a.xml': '<a/>' });
  let reads = 0;
  const { requests, log } = await watching(folder, ({ key }) => (key === 'new' ? undefined : 401), {
    readKey: async () => (++reads > 10 ? 'new' : 'old'),
  });
  await waitUntilRecorded(folder, 'a.xml');
  // The same key waits for minutes; it was compared meanwhile.
  expect(requests).toHaveLength(2);
  expect(log).toEqual([
    'Told 401. Put the new key into key.txt. Until then nothing is sent.',
    'Sent 1 file.',
  ]);
});

test('files that are packed already travel alone, because the server unpacks one level', async () => {
  const folder = await makeFolder({ 'a.xml': '<a/>', 'b.gz': gzipSync('<b/>'), 'c.xml': '<c/>' });
  const { requests } = await watching(folder, () => undefined);
  await waitUntilRecorded(folder, 'a.xml', 'b.gz', 'c.xml');
  expect(requests).toEqual(['a.xml c.xml', 'b.gz']);
});

test('a record loses the lines of files that no register keeps any more, and no others', async () => {
  const folder = await makeFolder({ 'a.xml': '<a/>' });
  const line = (days: number, name: string) =>
    `${new Date(Date.now() - days * 86_400_000).toISOString()} accepted ${'0'.repeat(64)} ${name}|4|1\n`;
  await writeFile(join(folder, '.sent'), line(500, 'old.xml') + line(300, 'young.xml'));
  await watching(folder, () => undefined);
  await waitUntilRecorded(folder, 'a.xml', 'young.xml');
  expect(await readdir(folder)).not.toContain('.sent.new');
});

test('a record of an earlier version is read', async () => {
  const folder = await makeFolder({ 'b.xml': '<b/>' });
  const hash = '0'.repeat(64);
  await writeFile(join(folder, 'a.xml'), '<a/>');
  const first = await watching(folder, () => undefined);
  await waitUntilRecorded(folder, 'a.xml', 'b.xml');
  await first.end();
  const [line = ''] = (await readFile(join(folder, '.sent'), 'utf8'))
    .split('\n')
    .filter((one) => / a\.xml/.test(one));
  const id = line.split(' ').slice(3).join(' ');
  await writeFile(join(folder, '.sent'), `2026-03-14T12:00:00.000Z refused ${hash} ${id}\n`);
  const second = await watching(folder, () => undefined);
  await waitUntilRecorded(folder, 'a.xml', 'b.xml');
  expect(second.requests).toEqual(['b.xml']);
});
