import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Endpoint, Sent } from '../../contract/http/endpoint.ts';
import * as runs from '../../contract/runs.ts';
import { type BulkAct, hasEnded, type LineResult, type Run } from '../../contract/runs.ts';
import { type Client, createClient } from '../../server/testing/requests/client.ts';
import * as chain from './chain.ts';
import { persist } from './persist.ts';

const newUsers = 120;
const changedUsers = 40;
const bulkUsers = 150;
const canceledShare = 0.2;
const undoneShare = 0.5;
const abandonedShare = 0.3;
/** A user may have twenty runs that are not applied. */
const abandonedMost = 8;
const pollMs = 100;

export interface BulkState {
  is_active: boolean;
  location_id: string | null;
}

/** Imports and bulk acts one after the other, and what must have become of the users: from what the lines say. */
export interface RunLoad {
  /** Of those whom imports created, by email. */
  phones: Map<string, string>;
  bulk: Map<string, BulkState>;
  /** Uploads that got no answer and were not repeated. */
  abandoned: string[];
  ended: { imports: number; bulk: number; undone: number; canceled: number };
  odd: string[];
  /** 'import planning', 'bulk applying' …: what is under way. */
  underWay(): string[];
  /** Resolves when all runs that were begun have ended. */
  end(): Promise<void>;
}

interface Lane {
  underWay: string;
}

export async function startRunLoad(
  url: string,
  token: string,
  location_ids: readonly string[],
): Promise<RunLoad> {
  const ids = await chain.addUsers(url, token, bulkUsers);
  const client = createClient(url, token);
  const lanes: Lane[] = [{ underWay: '' }, { underWay: '' }];
  let isOver = false;
  const load: RunLoad = {
    phones: new Map(),
    bulk: new Map(ids.map((id) => [id, { is_active: true, location_id: null }])),
    abandoned: [],
    ended: { imports: 0, bulk: 0, undone: 0, canceled: 0 },
    odd: [],
    underWay: () => lanes.map(({ underWay }) => underWay).filter((what) => what !== ''),
    async end() {
      isOver = true;
      await Promise.all(works);
    },
  };
  const repeat = async (lane: Lane | undefined, work: (lane: Lane, n: number) => Promise<void>) => {
    for (let n = 0; lane && !isOver; n++) {
      await work(lane, n).catch((error: Error) => load.odd.push(error.message));
      lane.underWay = '';
    }
  };
  const works = [
    repeat(lanes[0], (lane, n) => importUsers(client, load, lane, n)),
    repeat(lanes[1], (lane, n) => changeUsers(client, load, lane, actOf(n, location_ids))),
  ];
  return load;
}

async function call<E extends Endpoint>(client: Client, endpoint: E, sent: Sent<E>): Promise<Answer<E>> {
  return (await persist(() => client.call(endpoint, sent))).reply.ok();
}

async function waitFor(client: Client, id: string, isWanted: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const run = await call(client, runs.getRun, { params: { id } });
    if (isWanted(run) || hasEnded(run)) return run;
    await sleep(pollMs);
  }
}

async function listLines(client: Client, id: string) {
  const { lines } = await call(client, runs.listRunLines, { params: { id }, query: { limit: 500 } });
  return lines;
}

/** Applies a planned run to its end, or stops it in the middle. Returns its lines. */
async function applyToEnd(client: Client, load: RunLoad, { id, confirm }: Run) {
  await call(client, runs.applyRun, { params: { id }, body: { confirm } });
  if (Math.random() < canceledShare) {
    await waitFor(client, id, ({ done, total }) => done > total / 3);
    await call(client, runs.cancelRun, { params: { id } });
  }
  const { state, problem } = await waitFor(client, id, hasEnded);
  if (state === 'canceled') load.ended.canceled += 1;
  else if (state !== 'done') load.odd.push(`A run is ${state}: ${problem}`);
  const lines = await listLines(client, id);
  const wanted: (LineResult | null)[] = ['created', 'updated', 'deactivated', 'unchanged'];
  if (state === 'canceled') wanted.push(null);
  const odd = lines.filter(({ result }) => !wanted.includes(result));
  load.odd.push(...odd.map(({ result, reason }) => `A line is ${result}: ${reason}`));
  return lines;
}

/** New users, and other phones of those of the import before. */
async function importUsers(client: Client, load: RunLoad, lane: Lane, n: number): Promise<void> {
  const known = [...load.phones.keys()].slice(-changedUsers);
  const added = Array.from({ length: newUsers }, (_, index) => `import${n}.${index}@northline.example`);
  const rows = [...known, ...added].map((email, index) => {
    const phone = `555-${String(n).padStart(4, '0')}-${String(index).padStart(4, '0')}`;
    return { email, phone, text: `${email},Imported ${n}.${index},${phone}` };
  });
  const file = ['Email,Full name,Phone', ...rows.map(({ text }) => text)].join('\n');
  lane.underWay = 'import uploading';
  const run = await upload(client, load, file);
  if (!run) return;
  const { id } = run;
  const body = { mapping: run.file?.mapping ?? [] };
  lane.underWay = 'import planning';
  await call(client, runs.planImport, { params: { id }, body });
  const planned = await waitFor(client, id, ({ state }) => state === 'planned');
  lane.underWay = 'import applying';
  for (const { line, result } of await applyToEnd(client, load, planned)) {
    const row = rows[line - 2];
    if (row && (result === 'created' || result === 'updated')) load.phones.set(row.email, row.phone);
  }
  load.ended.imports += 1;
}

/** Null for one that got no answer and is left as it is. */
async function upload(client: Client, load: RunLoad, file: string): Promise<Run | null> {
  const id = randomUUID();
  const query = new URLSearchParams({ id, about: 'users', name: 'people.csv' });
  const path = `${runs.uploadFile.path}?${query}`;
  const send = () => client.raw('POST', path, file, { 'content-type': 'text/csv' });
  const isLeft = Math.random() < abandonedShare && load.abandoned.length < abandonedMost;
  const first = await send().catch(() => null);
  if (!first && isLeft) {
    load.abandoned.push(id);
    return null;
  }
  const { reply } = first?.ok ? { reply: first } : await persist(send);
  if (!reply.ok) throw new Error(`An upload answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Run;
}

function actOf(n: number, location_ids: readonly string[]): BulkAct {
  if (n % 3 === 1) return { act: 'deactivate' };
  if (n % 3 === 2) return { act: 'activate' };
  const replace = [location_ids[(n / 3) % location_ids.length] ?? ''];
  return { act: 'locations', add: [], remove: [], replace };
}

/** Of all users of the bulk acts, and undone half of the time. */
async function changeUsers(client: Client, load: RunLoad, lane: Lane, act: BulkAct): Promise<void> {
  const before = new Map([...load.bulk].map(([id, state]) => [id, { ...state }]));
  const id = randomUUID();
  lane.underWay = 'bulk planning';
  const body = { id, about: 'users' as const, act, selection: { ids: [...load.bulk.keys()] } };
  await call(client, runs.createRun, { body });
  const planned = await waitFor(client, id, ({ state }) => state === 'planned');
  if (!planned.can.apply) return discard(client, id);
  lane.underWay = 'bulk applying';
  for (const { subject, result } of await applyToEnd(client, load, planned)) {
    const state = load.bulk.get(subject.id ?? '');
    if (state && (result === 'updated' || result === 'deactivated')) changeBy(state, act);
  }
  load.ended.bulk += 1;
  if (Math.random() > undoneShare) return;
  const undo = randomUUID();
  lane.underWay = 'undo planning';
  await call(client, runs.undoRun, { params: { id }, body: { id: undo } });
  const back = await waitFor(client, undo, ({ state }) => state === 'planned');
  if (!back.can.apply) return discard(client, undo);
  lane.underWay = 'undo applying';
  for (const { subject, result } of await applyToEnd(client, load, back)) {
    const former = before.get(subject.id ?? '');
    if (subject.id && former && (result === 'updated' || result === 'deactivated'))
      load.bulk.set(subject.id, former);
  }
  load.ended.undone += 1;
}

/** It would change nothing, so it cannot be applied. */
async function discard(client: Client, id: string): Promise<void> {
  await persist(() => client.call(runs.discardRun, { params: { id } }));
}

function changeBy(state: BulkState, act: BulkAct): void {
  if (act.act === 'locations') state.location_id = act.replace?.[0] ?? null;
  else state.is_active = act.act === 'activate';
}
