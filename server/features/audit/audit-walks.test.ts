import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditFilters } from '../../../contract/audit.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { type Filter, listEntries } from './audit.repository.ts';

const count = 3000;
const stores: string[] = Array.from({ length: 80 }, () => crypto.randomUUID());
const people: string[] = Array.from({ length: 6 }, () => crypto.randomUUID());
const actions = ['user.created', 'user.updated', 'user.deleted'];
const [common = ''] = stores;
const somebody = people[1] ?? '';

/** Every entry concerns the first store and one other; several come in the same millisecond. */
const entries = Array.from({ length: count }, (_, n) => ({
  id: crypto.randomUUID(),
  at: new Date(Date.UTC(2020, 0, 1 + Math.floor(n / 3))).toISOString(),
  actor_id: people[n % 5] ?? null,
  actor_name: 'Somebody',
  action: actions[n % 3] ?? '',
  subject_type: 'user',
  subject_id: people[(n * 7) % 6] ?? null,
  subject_name: 'Somebody else',
  details: '{}',
  via: 'screen',
  ip: '',
  user_agent: '',
  at_stores: [common, ...(n % 2 ? [stores[1 + (n % 79)] ?? ''] : [])],
}));

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { write } = world.app.database;
  for (let start = 0; start < count; start += 500) {
    const part = entries.slice(start, start + 500);
    const links = part.flatMap(({ id: entry_id, at, at_stores }) =>
      at_stores.map((location_id) => ({ entry_id, location_id, at, location_name: '', change: null })),
    );
    await write(async (tx) => {
      await tx
        .insertInto('audit_entries')
        .values(part.map(({ at_stores: _, ...entry }) => entry))
        .execute();
      await tx.insertInto('audit_entry_locations').values(links).execute();
    });
  }
});
afterAll(() => world.close());

const filters: [string, AuditFilters][] = [
  ['nothing', {}],
  ['a store that everything concerns', { location: common }],
  ['a store that little concerns', { location: stores[9] }],
  ['a store that nobody knows', { location: crypto.randomUUID() }],
  ['a person', { person: somebody }],
  ['an action', { action: 'user.deleted' }],
  ['a time', { from: '2020-03-01T00:00:00.000Z', to: '2020-04-01T00:00:00.000Z' }],
  ['a store and a person', { location: common, person: somebody }],
  [
    'a store, an action and a time',
    { location: common, action: 'user.created', to: '2021-01-01T00:00:00.000Z' },
  ],
  [
    'a person, an action and a time',
    { person: somebody, action: 'user.updated', from: '2021-01-01T00:00:00.000Z' },
  ],
];

const scopes: [string, readonly string[] | null][] = [
  ['everything', null],
  ['no store', []],
  ['one store', stores.slice(0, 1)],
  ['a few stores', stores.slice(3, 9)],
  ['many stores', stores.slice(10, 79)],
];

describe.each(scopes)('who reaches %s', (_, scope) => {
  test.each(filters)('finds by %s what there is, once and newest first', async (_, filter) => {
    const { read } = world.app.database;
    const found: string[] = [];
    for (let after: { created_at: string; id: string } | null = null; ; ) {
      const page = await listEntries(read, { to: '2035-01-01T00:00:00.000Z', ...filter, scope }, 97, after);
      found.push(...page.flatMap(({ id, subject_name }) => (subject_name === 'Somebody else' ? id : [])));
      const last = page.at(-1);
      if (!last) break;
      after = { created_at: last.at, id: last.id };
    }
    const expected = entries.filter((entry) => matches(entry, { ...filter, scope })).sort(newestFirst);
    expect(found).toEqual(expected.map((entry) => entry.id));
  });
});

function matches(entry: (typeof entries)[number], { scope, location, person, action, from, to }: Filter) {
  const within = entry.at_stores.filter((id) => scope?.includes(id) ?? true);
  return (
    within.length > 0 &&
    (location === undefined || within.includes(location)) &&
    (person === undefined || [entry.actor_id, entry.subject_id].includes(person)) &&
    (action === undefined || entry.action === action) &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to)
  );
}

function newestFirst(a: { at: string; id: string }, b: { at: string; id: string }) {
  return a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1;
}
