import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listChanges, openStream, type StreamEvents } from '../../../contract/changes.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import { FakeServer, type FakeStream } from '../../testing/fake-server.ts';
import { authSession } from '../../testing/profiles.ts';
import { closeApp, holdSession } from '../../testing/render-app.tsx';
import { disposeAuthClient } from '../session/auth-client.ts';
import * as sessionStorage from '../session/session-storage.ts';
import { Live, liveState } from './live.ts';

/** Tabs of one browser, without screens: the clock moves as the test says. */

type Changes = Answer<typeof listChanges>;
const second = 1_000;
const minute = 60 * second;
const nothing = { changed: [], reset: [], scope_changed: false };

let server: FakeServer;
let stream: FakeStream;
/** What the server answers when a tab asks what changed. */
let answer: Changes;
let tabs: { live: Live; seen: unknown[] }[];
/** The signs of life of the stream. */
let beating: ReturnType<typeof setInterval>;
let channels: Set<FakeChannel>;
/** How long it takes until what the screens ask for again has come. */
let screensTakeMs: number;

/** Delivers at once, as far as a tab can tell. */
class FakeChannel {
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(name: string) {
    this.name = name;
    channels.add(this);
  }
  postMessage(data: unknown) {
    for (const other of channels) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  addEventListener() {}
  close() {
    channels.delete(this);
  }
}

/** The locks of a browser on https. */
class FakeLocks {
  #holder: { reject: (error: unknown) => void } | null = null;
  readonly #queue: (() => void)[] = [];
  request(
    _: string,
    { steal = false, signal }: { steal?: boolean; signal?: AbortSignal },
    work: () => Promise<void> | undefined,
  ): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const begin = async () => {
        const holder = { reject };
        this.#holder = holder;
        await work();
        resolve();
        if (this.#holder !== holder) return;
        this.#holder = null;
        this.#queue.shift()?.();
      };
      if (steal) {
        this.#holder?.reject(new DOMException('stolen', 'AbortError'));
        void begin();
        return;
      }
      signal?.addEventListener('abort', () => {
        const place = this.#queue.indexOf(begin);
        if (place < 0) return;
        this.#queue.splice(place, 1);
        reject(new DOMException('aborted', 'AbortError'));
      });
      if (this.#holder) this.#queue.push(begin);
      else void begin();
    });
  }
}

beforeEach(async () => {
  // Modules must be loaded before the clock is stopped.
  await Promise.all([import('@supabase/auth-js'), import('../../../contract/http/problem.ts')]);
  vi.useFakeTimers();
  tabs = [];
  screensTakeMs = 0;
  channels = new Set();
  server = new FakeServer();
  stream = server.stream();
  server.health();
  answer = { ...nothing, cursor: 'e.1' };
  server.answer(listChanges, ({ query }) =>
    query.since === answer.cursor ? { ...nothing, cursor: answer.cursor } : answer,
  );
  server.auth('POST', '/token', () => authSession());
  beating = setInterval(() => stream.comment(), 15 * second);
  server.listen();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  holdSession();
});
afterEach(async () => {
  for (const { live } of tabs) live.stop();
  await pass(0);
  await disposeAuthClient();
  show('visible');
  await closeApp();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const asked = () => server.requests('GET', '/api/changes').length;

function onHttps() {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new FakeLocks() });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

/** The list of a tab was read at `cursor`; a page without a list has none. */
function openTab({ user = 'ana', cursor = 'e.1' as string | null } = {}) {
  const seen: unknown[] = [];
  const live = new Live(user, {
    onChanges: async (changes) => {
      seen.push(...changes.changed, ...changes.reset);
      await new Promise((resolve) => setTimeout(resolve, screensTakeMs));
    },
    onActivity: () => void seen.push('activity'),
    onYou: (about) => void seen.push(about),
  });
  if (cursor !== null) live.begin(cursor);
  const tab = { live, seen };
  tabs.push(tab);
  return tab;
}

/** All tabs of this test. */
function show(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** The roles changed on the server, and the stream says so. */
function change(cursor: string) {
  answer = { ...nothing, cursor, changed: ['roles'] };
  stream.send('changed', { cursor, lists: ['roles'] });
}

/** A tab follows a stream. */
async function openStreaming() {
  const tab = openTab();
  await pass(second);
  stream.send('hello', { cursor: 'e.1', version: '1.0.0' });
  await pass(0);
  expect(stream.open).toBe(1);
  return tab;
}

test.each([
  ['http, by a lease'],
  ['https, by a lock'],
])('eight tabs over %s share one stream, and another leads when its tab is closed', async (how) => {
  if (how.startsWith('https')) onHttps();
  for (let tab = 0; tab < 8; tab++) openTab();
  await pass(3 * second);
  expect(stream.open).toBe(1);
  expect(stream.opened).toBe(1);
  stream.send('hello', { cursor: 'e.1', version: '1.0.0' });
  change('e.2');
  await pass(second);
  for (const { seen } of tabs) expect(seen).toEqual(['activity', 'roles']);

  // The first tab that leaves is not always the leader.
  for (const { live } of tabs.slice(0, 7)) {
    live.stop();
    await pass(8 * second);
    expect(stream.open).toBe(1);
  }
  change('e.3');
  await pass(second);
  expect(tabs[7]?.seen).toEqual(['activity', 'roles', 'activity', 'roles']);
});

test('the lease of a tab that was killed ends by itself, also by a clock that was set back a day', async () => {
  const dead = (until: number) =>
    localStorage.setItem('canopy.stream', JSON.stringify({ tab: 'dead', until }));
  dead(Date.now() + 5 * second);
  openTab();
  await pass(3 * second);
  expect(stream.opened).toBe(0);
  await pass(5 * second);
  expect(stream.open).toBe(1);
  tabs.pop()?.live.stop();
  dead(Date.now() + 24 * 60 * minute);
  openTab();
  await pass(4 * second);
  expect(stream.open).toBe(1);
});

test('a frozen leader is replaced after 45 seconds, and leaves when it thaws', async () => {
  onHttps();
  const thawed = vi.fn();
  navigator.locks.request('canopy-stream', {}, () => new Promise(() => {})).catch(thawed);
  openTab();
  await pass(40 * second);
  expect(stream.opened).toBe(0);
  await pass(12 * second);
  expect(stream.open).toBe(1);
  expect(thawed).toHaveBeenCalled();

  // The same from the other side: this tab is robbed, and ends its stream.
  navigator.locks.request('canopy-stream', { steal: true }, () => new Promise(() => {})).catch(() => {});
  await pass(second);
  expect(stream.open).toBe(0);
});

test('a hidden leader leaves after a minute for a visible tab, and after five in any case', async () => {
  const { seen } = await openStreaming();
  show('hidden');
  await pass(2 * minute);
  expect(stream.open).toBe(1);
  // What happens meanwhile is fetched when somebody looks.
  change('e.2');
  await pass(10 * second);
  expect(asked()).toBe(0);
  show('visible');
  await pass(second);
  expect(seen).toEqual(['activity', 'roles']);
  expect(stream.opened).toBe(1);

  show('hidden');
  const other = new FakeChannel('canopy-live ana');
  await pass(30 * second);
  other.postMessage({ kind: 'want' });
  await pass(20 * second);
  expect(stream.open).toBe(1);
  await pass(20 * second);
  expect(stream.open).toBe(0);

  show('visible');
  await pass(second);
  expect(stream.open).toBe(1);
  show('hidden');
  await pass(6 * minute);
  expect(stream.open).toBe(0);
  answer = { ...nothing, cursor: 'e.3', changed: ['views'] };
  show('visible');
  await pass(second);
  stream.send('hello', { cursor: 'e.3', version: '1.0.0' });
  await pass(second);
  expect(seen).toEqual(['activity', 'roles', 'views']);
  expect(stream.open).toBe(1);
});

test('behind a proxy that holds the stream back, tabs ask every ten seconds, and try it again ever more seldom', async () => {
  stream.isHeldBack = true;
  const list = openTab();
  await pass(6 * second);
  // A page without a list has no cursor of its own.
  const board = openTab({ cursor: null });
  await pass(second);
  expect(liveState.get()).toBe('polling');
  answer = { ...nothing, cursor: 'e.2', changed: ['roles'] };
  await pass(20 * second);
  expect(list.seen.slice(0, 2)).toEqual(['roles', 'activity']);
  expect(server.requests('GET', '/api/changes').at(-1)?.query.polling).toBe('yes');
  answer = { ...nothing, cursor: 'e.3', changed: ['views'] };
  // It may be trying the stream for five of these seconds.
  await pass(15 * second);
  expect(board.seen).toContain('views');
  answer = { ...nothing, cursor: 'e.3' };
  await pass(20 * minute);
  expect(stream.opened).toBe(6);
  const before = asked();
  await pass(minute);
  expect(asked() - before).toBe(2 * 6);
  show('hidden');
  await pass(minute);
  expect(asked() - before).toBe(2 * 6);
  show('visible');
  stream.isHeldBack = false;
  await pass(10 * minute);
  expect(stream.open).toBe(1);
  expect(liveState.get()).toBe('streaming');
});

test('a network that was gone when the stream began is no such proxy', async () => {
  stream.isHeldBack = true;
  openTab();
  await pass(6 * second);
  expect(liveState.get()).toBe('polling');
  stream.isHeldBack = false;
  server.isAway = true;
  await pass(20 * second);
  server.isAway = false;
  window.dispatchEvent(new Event('online'));
  await pass(second);
  expect(stream.open).toBe(1);
});

test.each([
  ['is full', () => server.refuse(openStream, 'unavailable', 'Too many screens')],
  ['has too many streams of the user', () => stream.send('bye', { reason: 'too_many' })],
])('when the server %s, the tab asks for a minute, and then tries again', async (_, refuse) => {
  if (_ === 'is full') refuse();
  openTab();
  await pass(second);
  if (_ !== 'is full') refuse();
  await pass(25 * second);
  expect(liveState.get()).toBe('polling');
  expect(asked()).toBe(3);
  const opened = stream.opened;
  const again = server.stream();
  await pass(40 * second);
  expect(opened).toBeLessThanOrEqual(1);
  expect(again.open).toBe(1);
});

test('a token that expires while streaming is refreshed, and the stream goes on from its cursor', async () => {
  const { seen } = await openStreaming();
  const renewed = authSession();
  server.auth('POST', '/token', () => renewed);
  // The browser has noticed that the token is about to expire.
  holdSession({ expires_at: Math.floor(Date.now() / 1000) + 10 });
  stream.send('bye', { reason: 'token_expired' });
  await pass(2 * second);
  expect(stream.opened).toBe(2);
  const streams = server.requests('GET', '/api/stream');
  expect(streams.at(-1)?.headers.get('authorization')).toBe(`Bearer ${renewed.access_token}`);
  answer = { ...nothing, cursor: 'e.2', changed: ['roles'] };
  stream.send('hello', { cursor: 'e.2', version: '1.0.0' });
  await pass(second);
  expect(server.requests('GET', '/api/changes').at(-1)?.query.since).toBe('e.1');
  expect(seen).toEqual(['roles']);
});

test.each([
  ['ahead', 24 * 60 * minute],
  ['behind', -24 * 60 * minute],
])('by a clock that is set a day %s, the tab goes on following', async (_, ms) => {
  const { seen } = await openStreaming();
  change('e.2');
  await pass(0);
  vi.setSystemTime(Date.now() + ms);
  change('e.3');
  await pass(10 * second);
  expect(seen.filter((one) => one === 'roles')).toHaveLength(2);
  expect(stream.open).toBe(1);
  stream.send('hello', { cursor: 'e.3', version: '1.0.0' });
  change('e.4');
  await pass(2 * second);
  expect(seen.filter((one) => one === 'roles')).toHaveLength(3);
});

test('when a computer wakes, what changed meanwhile is fetched at once, and the dead stream is replaced', async () => {
  const { seen } = await openStreaming();
  answer = { ...nothing, cursor: 'e.9', changed: ['roles'] };
  // Its timers stood still.
  vi.setSystemTime(Date.now() + 8 * 60 * minute);
  await pass(6 * second);
  expect(seen).toContain('roles');
  await pass(5 * second);
  expect(stream.opened).toBe(2);
  expect(stream.open).toBe(1);
});

test('a stream without a sign of life for 40 seconds is opened again', async () => {
  await openStreaming();
  clearInterval(beating);
  await pass(30 * second);
  stream.comment();
  await pass(39 * second);
  expect(stream.opened).toBe(1);
  await pass(4 * second);
  expect(stream.opened).toBe(2);
});

test('tabs come back to a server that stopped after one to five seconds, and to one that was killed ever slower', async () => {
  await openStreaming();
  stream.send('bye', { reason: 'restart' });
  stream.end();
  await pass(900);
  expect(stream.opened).toBe(1);
  await pass(4_500);
  expect(stream.opened).toBe(2);
  server.isAway = true;
  stream.end();
  await pass(minute);
  const tried = stream.opened;
  expect(tried).toBe(2);
  server.isAway = false;
  window.dispatchEvent(new Event('online'));
  await pass(second);
  expect(stream.opened).toBe(3);
});

test('a server that ends every stream at once is not asked without a pause', async () => {
  openTab();
  await pass(second);
  for (let time = 0; time < 200; time++) {
    if (stream.open > 0) stream.send('bye', { reason: 'lifetime' });
    await pass(100);
  }
  expect(stream.opened).toBeGreaterThan(10);
  expect(stream.opened).toBeLessThanOrEqual(45);
});

test('a tab asks once for each event, also when cursors are encrypted and never the same twice', async () => {
  let sealed = 0;
  const seal = () => `sealed ${sealed++}`;
  server.answer(listChanges, () => ({ ...answer, cursor: seal() }));
  openTab({ cursor: seal() });
  openTab({ cursor: seal() });
  await pass(3 * second);
  stream.send('hello', { cursor: seal(), version: '1.0.0' });
  await pass(3 * second);
  const before = asked();
  for (let time = 0; time < 8; time++) {
    stream.comment();
    await pass(15 * second);
  }
  expect(asked() - before).toBe(0);
  stream.send('changed', { cursor: seal(), lists: ['users'] });
  await pass(2 * second);
  expect(asked() - before).toBe(2);
});

test('while what the screens ask for again takes long, a tab asks ever more seldom, and still shows the last change', async () => {
  const tab = await openStreaming();
  screensTakeMs = 400;
  const before = asked();
  let changes = 0;
  const changeOften = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      change(`f.${++changes}`);
      await pass(500);
    }
  };
  await changeOften(30 * second);
  // 400 ms of work and a pause of 8 s.
  expect(asked() - before).toBe(4);
  answer = { ...nothing, cursor: 'g.1', changed: ['views'] };
  stream.send('changed', { cursor: 'g.1', lists: ['views'] });
  await pass(10 * second);
  expect(tab.seen.at(-1)).toBe('views');
  // Screens that never get an answer do not ask twice at once, and pause for ten seconds at most when it comes.
  screensTakeMs = 60 * second;
  await changeOften(80 * second);
  expect(asked() - before).toBe(7);
});

test('tabs of another user, who signed in on the same browser, hear nothing', async () => {
  openTab({ user: 'ana' });
  const bo = openTab({ user: 'bo' });
  await pass(3 * second);
  const about: StreamEvents['you'] = { about: ['access'] };
  stream.send('you', about);
  await pass(second);
  const heard = tabs.map(({ seen }) => seen.length);
  expect(heard.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(bo.seen.length + (tabs[0]?.seen.length ?? 0)).toBe(1);
});

test('where the browser refuses storage, each tab says that it streams alone', async () => {
  const storage = vi.spyOn(sessionStorage, 'isStorageShared').mockReturnValue(false);
  onTestFinished(() => storage.mockRestore());
  openTab();
  openTab();
  await pass(second);
  expect(stream.opened).toBe(2);
  expect(server.requests('GET', '/api/stream').map(({ query }) => query.alone)).toEqual(['yes', 'yes']);
});
