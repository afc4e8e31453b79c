import { type ChangeList, listChanges } from '../../contract/changes.ts';
import type { Answer } from '../../contract/http/endpoint.ts';
import type { Location } from '../../contract/locations.ts';
import type { UserRow } from '../../contract/users.ts';
import type { Chain } from './fake-chain.ts';
import type { FakeServer, FakeStream } from './fake-server.ts';

type Changed = Omit<Answer<typeof listChanges>, 'cursor'>;

/** What others do: their changes reach the chain and the stream. */
export interface Others {
  stream: FakeStream;
  cursor: () => string;
  putUsers(...users: UserRow[]): void;
  removeUser(id: string): void;
  putLocations(...locations: Location[]): void;
  change(...lists: ChangeList[]): void;
  reset(lists: ChangeList[], isScopeChanged?: boolean): void;
}

/** Answers `GET /api/changes` and the stream for the rows of a chain. Nothing arrives before `startLive` was called. */
export function serveChanges(server: FakeServer, chain: Chain): Others {
  const stream = server.stream();
  const log: Changed[] = [];
  const cursor = () => `epoch.${log.length}`;
  server.answer(listChanges, ({ query }) => {
    const since = Number(query.since?.split('.')[1] ?? 0);
    return { cursor: cursor(), ...merged(log.slice(since)) };
  });
  const nothing: Changed = { changed: [], reset: [], scope_changed: false };
  function tell(change: Partial<Changed>, lists: ChangeList[]) {
    log.push({ ...nothing, ...change });
    stream.send('changed', { cursor: cursor(), lists });
  }
  return {
    stream,
    cursor,
    putUsers: (...rows) => {
      chain.users = put(chain.users, rows);
      tell({ users: { rows, removed: [] } }, ['users']);
    },
    removeUser: (id) => {
      chain.users = chain.users.filter((user) => user.id !== id);
      tell({ users: { rows: [], removed: [id] } }, ['users']);
    },
    putLocations: (...rows) => {
      chain.locations = put(chain.locations, rows);
      tell({ locations: { rows, removed: [] } }, ['locations']);
    },
    change: (...lists) => tell({ changed: lists }, lists),
    reset: (lists, scope_changed = false) => tell({ reset: lists, scope_changed }, lists),
  };
}

/** The browser is idle from now on, so that code which waits for it is loaded: the stream, and what holds lists. */
export function startLive() {
  window.requestIdleCallback = (run) => {
    run({ didTimeout: false, timeRemaining: () => 50 });
    return 0;
  };
}

function put<Row extends { id: string; created_at: string }>(all: Row[], rows: readonly Row[]): Row[] {
  const added = rows.filter(({ id }) => !all.some((row) => row.id === id));
  const now = [...added, ...all.map((row) => rows.find(({ id }) => id === row.id) ?? row)];
  return now.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

function merged(log: readonly Changed[]): Changed {
  const removed = (list: 'users' | 'locations') => log.flatMap((one) => one[list]?.removed ?? []);
  const rows = <Row extends { id: string }>(all: readonly Row[]) => [
    ...new Map(all.map((row) => [row.id, row])).values(),
  ];
  return {
    users: { rows: rows(log.flatMap((one) => one.users?.rows ?? [])), removed: removed('users') },
    locations: { rows: rows(log.flatMap((one) => one.locations?.rows ?? [])), removed: removed('locations') },
    changed: [...new Set(log.flatMap((one) => one.changed))],
    reset: [...new Set(log.flatMap((one) => one.reset))],
    scope_changed: log.some((one) => one.scope_changed),
  };
}
