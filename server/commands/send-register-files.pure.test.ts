import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeyRefused, type Watch, watchFolder } from './send-register-files.ts';

/** A server that answers as it is told: a status, or 0 for a connection that breaks. */
async function startServer(answers: number[]) {
  const requests: number[] = [];
  let ended = () => {};
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    request.on('end', () => {
      requests.push(bytes);
      const status = answers.shift() ?? 200;
      if (status === 0) return request.socket.destroy();
      response.statusCode = status;
      const names = bytes > 200 ? ['b.xml', 'c.xml'] : ['a.xml'];
      const files = names.map((name) => ({ name, outcome: 'accepted', reason: null }));
      response.end(JSON.stringify(status === 200 ? { files } : { detail: `Status ${status}` }));
      if (answers.length === 0 && status === 200) ended();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, onEnd: (work: () => void) => (ended = work), close: () => server.close() };
}

async function watching(folder: string, answers: number[]) {
  const server = await startServer(answers);
  const stop = new AbortController();
  const watch: Watch = {
    ...{ folder, url: server.url, key: 'key', record: join(folder, '.sent'), signal: stop.signal },
    ...{ everyMs: 5, settleMs: 0, pauseMs: 1, log: () => {} },
  };
  const end = () => setTimeout(() => stop.abort(), 50);
  server.onEnd(end);
  return { server, watch, end, close: server.close };
}

test('watchFolder sends each file once, through a dead network and restarts, and deletes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'canopy-watch-'));
  try {
    await writeFile(join(folder, 'a.xml'), '<a/>');
    const first = await watching(folder, [0, 503, 429, 0, 200]);
    await watchFolder(first.watch);
    first.close();
    expect(first.server.requests).toHaveLength(5);
    await writeFile(join(folder, 'b.xml'), '<b/>');
    await writeFile(join(folder, 'c.xml'), '<c/>');
    const second = await watching(folder, [200]);
    await watchFolder(second.watch);
    second.close();
    // The two new ones in one zip.
    expect(second.server.requests).toHaveLength(1);
    expect((await readdir(folder)).sort()).toEqual(['.sent', 'a.xml', 'b.xml', 'c.xml']);
    const lines = (await readFile(join(folder, '.sent'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => line.split(' ')[3]?.split('|')[0])).toEqual(['a.xml', 'b.xml', 'c.xml']);
    // A record that was cut off by a kill sends its last file again, which is a duplicate there.
    await writeFile(join(folder, '.sent'), `${lines.slice(0, 2).join('\n')}\n${lines[2]?.slice(0, 40)}`);
    const third = await watching(folder, [200]);
    await watchFolder(third.watch);
    third.close();
    expect(third.server.requests).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('watchFolder ends when its key is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'canopy-watch-'));
  await writeFile(join(folder, 'a.xml'), '<a/>');
  const { watch, close } = await watching(folder, [401]);
  const error = await watchFolder(watch).catch((error: unknown) => error);
  close();
  expect(error instanceof KeyRefused).toBe(true);
  await rm(folder, { recursive: true });
});
