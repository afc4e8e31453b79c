import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditFilters } from '../../../contract/audit.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';
import { type Filter, listEntries } from './audit.repository.ts';

const count = 3000;
const locations: string[] = Array.from({ length: 80 }, () => crypto.randomUUID());
const users: string[] = Array.from({ length: 6 }, () => crypto.randomUUID());
const actions = ['user.created', 'user.updated', 'user.deleted'];
const [common = ''] = locations;
const somebody = users[1] ?? '';

/** Every entry concerns the first location and one other; several come in the same millisecond. */
const entries = Array.from({ length: count }, (_, n) => ({
  id: crypto.randomUUID(),
  at: new Date(Date.UTC(2020, 0, 1 + Math.floor(n / 3))).toISOString(),
  actor_id: users[n % 5] ?? null,
  actor_name: 'Somebody',
  action: actions[n % 3] ?? '',
  subject_type: 'user',
  subject_id: users[(n * 7) % 6] ?? null,
  subject_name: 'Somebody else',
  details: '{}',
  via: 'screen',
  ip: '',
  user_agent: '',
  location_ids: [common, ...(n % 2 ? [locations[1 + (n % 79)] ?? ''] : [])],
}));

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { write } = world.app.database;
  for (let start = 0; start < count; start += 500) {
    const part = entries.slice(start, start + 500);
    const links = part.flatMap(({ id: entry_id, at, location_ids }) =>
      location_ids.map((location_id) => ({ entry_id, location_id, at, location_name: '', change: null })),
    );
    await write(async (tx) => {
      await tx
        .insertInto('audit_entries')
        .values(part.map(({ location_ids: _, ...entry }) => entry))
        .execute();
      await tx.insertInto('audit_entry_locations').values(links).execute();
    });
  }
});
afterAll(() => world.close());

const filters: [string, AuditFilters][] = [
  ['nothing', {}],
  ['a location that everything concerns', { location: common }],
  ['a location that little concerns', { location: locations[9] }],
  ['a location that nobody knows', { location: crypto.randomUUID() }],
  ['a user', { user: somebody }],
  ['an action', { action: 'user.deleted' }],
  ['a time', { from: '2020-03-01T00:00:00.000Z', to: '2020-04-01T00:00:00.000Z' }],
  ['a location and a user', { location: common, user: somebody }],
  [
    'a location, an action and a time',
    { location: common, action: 'user.created', to: '2021-01-01T00:00:00.000Z' },
  ],
  [
    'a user, an action and a time',
    { user: somebody, action: 'user.updated', from: '2021-01-01T00:00:00.000Z' },
  ],
];

const scopes: [string, readonly string[] | null][] = [
  ['everything', null],
  ['no location', []],
  ['one location', locations.slice(0, 1)],
  ['a few locations', locations.slice(3, 9)],
  ['many locations', locations.slice(10, 79)],
];

describe.each(scopes)('a reader with access to %s', (_, scope) => {
  test.each(filters)('listEntries finds by %s every match once, newest first', async (_, filter) => {
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

function matches(entry: (typeof entries)[number], { scope, location, user, action, from, to }: Filter) {
  const within = entry.location_ids.filter((id) => scope?.includes(id) ?? true);
  return (
    within.length > 0 &&
    (location === undefined || within.includes(location)) &&
    (user === undefined || [entry.actor_id, entry.subject_id].includes(user)) &&
    (action === undefined || entry.action === action) &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to)
  );
}

function newestFirst(a: { at: string; id: string }, b: { at: string; id: string }) {
  return a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1;
}
