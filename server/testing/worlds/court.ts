import { decide } from '../access-model.ts';
import { differences } from '../requests/differences.ts';
import { fillWorld } from './fill-world.ts';
import { type Ask, type Token, type User, type World, withLocations, worldNoon } from './model-world.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** One question about a world. */
export interface Decision {
  world: World;
  /** Null without a session. */
  actor: User | null;
  /** One of the actor's, in place of their session. */
  token: Token | null;
  ask: Ask;
}

/** A running server with a world in its database, which no request changes. */
export interface Court {
  /** Where the server decides otherwise than the model; null when it does not. */
  compare(decision: Omit<Decision, 'world'>): Promise<string | null>;
  close(): Promise<void>;
}

export async function openCourt(world: World): Promise<Court> {
  let at = worldNoon;
  const started = await startTestApp({ now: () => new Date(at) });
  const setClock = (time: string) => {
    at = time;
  };
  const tokens = await fillWorld(started.app, world, setClock);
  keepNothing(started);
  return {
    close: () => started.close(),
    async compare({ actor, token: by, ask }) {
      const { endpoint, params = {}, query = {}, body } = ask;
      setClock(ask.at);
      const [method = '', path = ''] = endpoint.split(' ');
      const url = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
      const token = tokens.get(by?.id ?? actor?.id ?? '');
      const answer = await started.server.inject({
        method: method as 'GET',
        remoteAddress: ask.from,
        url: `${url}?${new URLSearchParams(query)}`,
        headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { payload: body }),
      });
      return judge({ world, actor, token: by, ask }, answer.statusCode, read(answer.body));
    },
  };
}

function judge({ world, actor, token, ask }: Decision, status: number, body: unknown): string | null {
  const expected = decide(world, actor, ask, token);
  const wanted = `${expected.status} ${expected.code ?? ''}`;
  const was = `${status} ${status >= 400 ? (body as { code: string }).code : ''}`;
  if (was !== wanted) return `answered ${was}, and the model says ${wanted}: ${text(body)}`;
  return (expected.status === 200 && differences(expected.shows, body).join('; ')) || null;
}

/** JSON, or the ids of the rows of a file. */
function read(body: string): unknown {
  if (/^[[{]/.test(body)) return JSON.parse(body);
  return body.split('\r\n').flatMap((line) => /^[0-9a-f]{8}-[0-9a-f-]{27}/.exec(line) ?? []);
}

class Undone extends Error {}

/** Undoes every transaction at its end, so that all decisions are about the same world. */
function keepNothing({ app }: TestApp): void {
  const { write } = app.database;
  app.database.write = async <T>(work: Parameters<typeof write<T>>[0]) => {
    const results: T[] = [];
    try {
      await write(async (tx) => {
        results.push(await work(tx));
        throw new Undone();
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
    return results.at(-1) as T;
  };
}

/** Servers that are started to make a difference smaller: enough for most, and half a minute at most. */
const maxTrials = 80;

/** The same difference in a small world that still shows it. */
export async function shrink(decision: Decision): Promise<string> {
  let small = decision;
  let said = '';
  let trials = 0;
  const differs = async (candidate: Decision) => {
    trials += 1;
    const court = await openCourt(candidate.world);
    const difference = await court.compare(candidate).finally(() => court.close());
    if (difference) said = difference;
    return difference !== null;
  };
  for (const kind of [
    'users',
    'locations',
    'districts',
    'covers',
    'roles',
    'entries',
    'views',
    'runs',
    'tokens',
  ] as const) {
    for (let size = small.world[kind].length; size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < small.world[kind].length && trials < maxTrials; ) {
        const candidate = without(small, kind, small.world[kind].slice(at, at + size));
        if (candidate && (await differs(candidate))) small = candidate;
        else at += size;
      }
    }
  }
  await differs(small);
  return `${said}\n${describe(small)}`;
}

/** Null when the actor is among the rows, or when nothing would change. */
function without(decision: Decision, kind: keyof World, rows: { id: string }[]): Decision | null {
  const gone = new Set(rows.map((row) => row.id));
  const remains = ({ id }: { id: string }) => !gone.has(id);
  const { world, ask } = decision;
  const actor = decision.actor?.id;
  if ((actor && gone.has(actor)) || (decision.token && gone.has(decision.token.id))) return null;
  const owned = ({ owner }: { owner: string }) => !gone.has(owner);
  const known = (ids: string[]) => ids.filter((id) => !gone.has(id));
  const users = world.users.filter(remains).map((user) => ({
    ...user,
    roles: known(user.roles),
    held: known(user.held),
    assigned: known(user.assigned),
    districts: known(user.districts),
    had: known(user.had),
  }));
  const inKnown = (id: string | null) => (id !== null && gone.has(id) ? null : id);
  const smaller = withLocations({
    users,
    // The server needs these two.
    roles: world.roles.filter((role) => remains(role) || /^(admin|manager)$/.test(role.name)),
    locations: world.locations.filter(remains).map((location) => ({
      ...location,
      district: inKnown(location.district),
      was: inKnown(location.was),
    })),
    districts: world.districts.filter(remains).map((one) => ({ ...one, manager: inKnown(one.manager) })),
    covers: world.covers
      .filter((cover) => remains(cover) && !gone.has(cover.user) && !gone.has(cover.location))
      .map((cover) => ({ ...cover, ended: cover.ended && { by: inKnown(cover.ended.by) } })),
    entries: world.entries.filter(remains).map((entry) => ({ ...entry, locations: known(entry.locations) })),
    views: world.views.filter(remains).filter(owned),
    runs: world.runs.filter(remains).filter(owned),
    tokens: world.tokens
      .filter(remains)
      .filter(owned)
      .map((token) => ({ ...token, places: known(token.places) })),
  });
  if (smaller.roles.length === world.roles.length && kind === 'roles') return null;
  return {
    ...{ world: smaller, ask, actor: smaller.users.find((user) => user.id === actor) ?? null },
    token: smaller.tokens.find((token) => token.id === decision.token?.id) ?? null,
  };
}

/** With short names instead of ids. */
function describe({ world, actor, token, ask }: Decision): string {
  const all = Object.entries(world).flatMap(([kind, rows]) =>
    (rows as { id: string }[]).map((row, n) => [row.id, `${kind.slice(0, -1)}-${n + 1}`] as const),
  );
  const names = new Map(all);
  const named = (value: unknown) =>
    text(value).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? id);
  const lines = Object.values(world).flatMap((rows) => (rows as object[]).map((row) => `  ${named(row)}`));
  return [
    `${named(ask)} by ${actor ? named(actor.id) : 'nobody'}${token ? ` with ${named(token.id)}` : ''} in`,
    ...lines,
  ].join('\n');
}

const text = (value: unknown) => JSON.stringify(value).slice(0, 500);
