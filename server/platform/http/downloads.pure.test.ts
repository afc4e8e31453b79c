import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDownloads } from './downloads.ts';

/** A socket that records what was written to it. */
function socketTaking(takes: 'at once' | 'on demand') {
  const waiting: (() => void)[] = [];
  const written: string[] = [];
  const response = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(piece, _encoding, taken) {
      written.push(piece);
      if (takes === 'at once') taken();
      else waiting.push(taken);
    },
  });
  return { response, written, take: () => waiting.shift()?.() };
}

async function* count(made: number[], upTo: number) {
  for (let piece = 1; piece <= upTo; piece++) {
    made.push(piece);
    yield `piece ${piece};`;
  }
}

async function turns(count: number) {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

test('a download requests no piece before the last one was taken', async () => {
  const { response, written, take } = socketTaking('on demand');
  const made: number[] = [];
  createDownloads().begin('user', response).stream(count(made, 3)).pipe(response);
  for (let taken = 0; taken < 3; taken++) {
    await turns(10);
    expect(made.length).toBe(taken + 1);
    take();
  }
  await turns(10);
  expect(written.join('')).toBe('piece 1;piece 2;piece 3;');
  expect(response.writableEnded).toBe(true);
});

test('a download creates one piece per turn of the event loop, however fast it is taken', async () => {
  const { response } = socketTaking('at once');
  const made: number[] = [];
  createDownloads().begin('user', response).stream(count(made, 1000)).pipe(response);
  for (let turn = 1; turn <= 20; turn++) {
    await turns(1);
    expect(made.length).toBeLessThanOrEqual(turn + 1);
  }
});

test('a refused download is not counted, and its end does not end the next one', () => {
  const downloads = createDownloads();
  const { response } = socketTaking('at once');
  downloads.begin('user', response).end();
  downloads.begin('user', socketTaking('at once').response);
  response.destroy();
  response.emit('close');
  expect(() => downloads.begin('user', socketTaking('at once').response)).toThrow('still running');
});

test('a download with a closed connection is not counted', () => {
  const downloads = createDownloads();
  const { response } = socketTaking('at once');
  response.destroy();
  expect(() => downloads.begin('user', response)).toThrow('The connection was closed.');
  expect(() => downloads.begin('user', socketTaking('at once').response)).not.toThrow();
});
