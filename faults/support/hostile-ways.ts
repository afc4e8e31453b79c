import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createRegister, listRegisterFiles, readRegisterFileAgain } from '../../contract/registers.ts';
import { discardRun, getRun, planImport, type Run, runSubjects } from '../../contract/runs.ts';
import { type ZippedFile, zipOf } from '../../server/platform/write-zip.ts';
import { csvTricks, hostileCsvs } from '../../server/testing/requests/hostile-csvs.ts';
import { feedTricks, hostileFeeds } from '../../server/testing/requests/hostile-feeds.ts';
import type { Bytes } from '../../server/testing/requests/hostile-inputs.ts';
import {
  archives,
  hostileRegisterFiles,
  registerTricks,
  withNoise,
} from '../../server/testing/requests/hostile-register-inputs.ts';
import type { QuickResponse } from '../../server/testing/requests/quick-fetch.ts';
import { type Answer, type Case, openLocation, type Setup } from './hostile-setup.ts';

/** A request that is refused has a sentence, and so has each file of a receipt that is not accepted. */
async function read(answer: QuickResponse): Promise<Answer> {
  const text = await answer.text();
  const { detail, files, days, stock } = JSON.parse(text || '{}');
  if (!answer.ok) {
    const isSaid =
      answer.status < 500 && typeof detail === 'string' && detail.length < 20_000 && detail.includes(' ');
    return { files: 1, outcome: `${answer.status} ${String(detail).slice(0, 80)}`, isAnswered: isSaid };
  }
  const all: { outcome: string; reason: string | null }[] = files ?? [...(days ?? []), ...(stock ?? [])];
  const counts = [...Map.groupBy(all, ({ outcome }) => outcome)].map(([outcome, some]) => {
    const reason = some[0]?.reason;
    return `${some.length} × ${outcome}${reason ? ` (${reason.slice(0, 60)})` : ''}`;
  });
  const isSaid = all.every(({ outcome, reason }) => outcome === 'accepted' || (reason ?? '').includes(' '));
  return {
    files: files?.length ?? 1,
    outcome: counts.join(', ') || String(answer.status),
    isAnswered: isSaid,
  };
}

const inTurn = async <T>(all: readonly T[], send: (one: T) => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const one of all) answers.push(await send(one));
  return answers;
};

const fast = (bytes: Uint8Array): Bytes => Uint8Array.from(gzipSync(bytes, { level: 1 }));
const packedSize = (all: readonly Uint8Array[]) =>
  all.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 1 }).length, 0);

export function* listCases(setup: Setup): Generator<Case> {
  for (const times of [1, 10] as const) {
    for (const { name, make } of hostileRegisterFiles(times)) {
      const label = `${name} × ${times}`;
      yield* withKey(
        setup,
        'plain',
        label,
        async () => make().map(({ bytes }) => Uint8Array.from(bytes)),
        true,
      );
      if (times === 10)
        yield* withKey(setup, 'gzip', label, async () =>
          make()
            .map(withNoise)
            .map(({ bytes }) => fast(bytes)),
        );
      yield* withKey(setup, 'zip', label, async () => [await zipOf(make().map(withNoise))]);
      if (times === 10) yield byHand(setup, label, make);
    }
    for (const { name, make } of hostileFeeds(times, '12')) yield feed(setup, `${name} × ${times}`, make);
    for (const about of runSubjects)
      for (const { name, make, isPlanned } of hostileCsvs(about, times))
        yield* imported(setup, about, `${name} of ${about} × ${times}`, make, isPlanned);
  }
  for (const { name, make } of registerTricks())
    yield* withKey(setup, 'plain', name, async () => make().map(({ bytes }) => Uint8Array.from(bytes)), true);
  for (const { name, make } of archives) yield* withKey(setup, 'archive', name, async () => [await make()]);
  for (const { name, make } of feedTricks) yield feed(setup, name, make);
  for (const { name, make } of csvTricks()) yield* imported(setup, 'users', name, make, name === 'UTF-16');
}

let connected = 0;

/** Each input has a location of its own, so that no other one is in its way. */
async function connect({ owner, server }: Setup) {
  const location = await openLocation(owner, `H${++connected}`);
  const body = { name: `Front ${connected}`, location_ids: [location] };
  const { register, key } = (await owner.call(createRegister, { body })).ok();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' };
  return { register: register.id, location, number: `H${connected}`, headers, url: server.url };
}

function* withKey(
  setup: Setup,
  way: string,
  name: string,
  make: () => Promise<Bytes[]>,
  isReadAgain = false,
): Generator<Case> {
  let register = '';
  yield {
    ...{ way, name },
    async prepare() {
      const bodies = await make();
      const connection = await connect(setup);
      register = connection.register;
      const post = async (body: Bytes) =>
        read(await setup.owner.raw('POST', '/api/register-files?name=a.xml', body, connection.headers));
      return { send: () => inTurn(bodies, post), packedBytes: packedSize(bodies) };
    },
  };
  if (isReadAgain) yield readAgain(setup, name, () => register);
}

function readAgain({ owner }: Setup, name: string, register: () => string): Case {
  return {
    ...{ way: 'again', name },
    async prepare() {
      const query = { register: register(), limit: 500 };
      const { files } = (await owner.call(listRegisterFiles, { query })).ok();
      const stored = files.filter(({ can_read_again }) => can_read_again);
      const again = async (id: string): Promise<Answer> => {
        const answer = await owner.raw('POST', readRegisterFileAgain.path.replace(':id', id));
        if (!answer.ok) return read(answer);
        const { outcome, reason } = await answer.json();
        return {
          files: 1,
          outcome: `${outcome}${reason ? ` (${reason.slice(0, 60)})` : ''}`,
          isAnswered: true,
        };
      };
      const ids = stored.map(({ id }) => id);
      return { send: () => inTurn(ids, again), packedBytes: 0 };
    },
  };
}

function byHand({ owner }: Setup, name: string, make: () => ZippedFile[]): Case {
  return {
    ...{ way: 'by hand', name },
    async prepare() {
      const body = await zipOf(make().map(withNoise));
      const headers = { 'content-type': 'application/octet-stream' };
      const post = async () =>
        read(await owner.raw('POST', '/api/register-files/by-hand?name=a.zip', body, headers));
      return { send: async () => [await post()], packedBytes: body.length };
    },
  };
}

function feed(setup: Setup, name: string, make: () => string): Case {
  return {
    ...{ way: 'feed', name },
    async prepare() {
      const { headers } = await connect(setup);
      const body = make();
      const json = { ...headers, 'content-type': 'application/json' };
      return {
        send: async () => [await read(await setup.owner.raw('POST', '/api/register-feed', body, json))],
        packedBytes: body.length,
      };
    },
  };
}

function* imported(
  { owner }: Setup,
  about: Run['about'],
  name: string,
  make: () => Bytes,
  isPlanned: boolean,
): Generator<Case> {
  const id = randomUUID();
  let run: Run | null = null;
  const end = async () => void (await owner.call(discardRun, { params: { id } }));
  yield {
    ...{ way: 'CSV', name, ...(!isPlanned && { end }) },
    async prepare() {
      const body = make();
      const query = new URLSearchParams({ id, about, name: 'a.csv' });
      const send = async () => {
        const answer = await owner.raw('POST', `/api/imports?${query}`, body, { 'content-type': 'text/csv' });
        if (!answer.ok) return [await read(answer)];
        run = (await answer.json()) as Run;
        return [{ files: 1, outcome: `${run.total} lines`, isAnswered: true }];
      };
      return { send, packedBytes: body.length };
    },
  };
  if (!isPlanned || run === null) return;
  const send = async () => [await plan(owner, run as unknown as Run)];
  yield { ...{ way: 'plan', name, end }, prepare: async () => ({ send, packedBytes: 0 }) };
}

async function plan(owner: Setup['owner'], { id, file }: Run): Promise<Answer> {
  const planned = await owner.call(planImport, { params: { id }, body: { mapping: file?.mapping ?? [] } });
  if (planned.status !== 200)
    return { files: 1, outcome: `${planned.status} ${planned.problem().detail}`, isAnswered: true };
  for (;;) {
    const { state, planned, problem } = (await owner.call(getRun, { params: { id } })).ok();
    if (state !== 'planning') {
      const counts = Object.entries(planned).filter(([, count]) => count > 0);
      const said = counts.map(([result, count]) => `${count} ${result}`).join(', ');
      return { files: 1, outcome: `${state}: ${problem ?? said}`, isAnswered: state === 'planned' };
    }
    await sleep(200);
  }
}
