import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/worlds/test-app.ts';
import { entriesQuery, type Filter } from './audit.repository.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const byLocation = 'audit_entry_locations_by_location';
const byUser = ['audit_entries_by_actor', 'audit_entries_by_subject'];
const [location, user] = [crypto.randomUUID(), crypto.randomUUID()];
const everything: Filter = { scope: null };
const sixty: Filter = { scope: Array.from({ length: 60 }, () => crypto.randomUUID()) };

test.each<[string, Filter, string[]]>([
  ['nothing', everything, ['audit_entries_by_time']],
  ['a location', { ...everything, location }, [byLocation]],
  ['a location and a user', { ...everything, location, user }, [byLocation]],
  ['a few locations', { scope: [location, crypto.randomUUID()] }, [byLocation]],
  ['many locations', sixty, [byLocation]],
  ['many locations and a time', { ...sixty, from: '2020-03-01T00:00:00.000Z' }, [byLocation]],
  ['many locations and a user', { ...sixty, user }, byUser],
  ['a user', { ...everything, user }, byUser],
  ['an action', { ...everything, action: 'user.deleted' }, ['audit_entries_by_action']],
  ['several actions', { ...everything, among: ['user.created', 'user.deleted'] }, ['audit_entries_by_time']],
  ['several actions at many locations', { ...sixty, among: ['user.created', 'user.deleted'] }, [byLocation]],
  ['a time', { ...everything, from: '2020-03-01T00:00:00.000Z' }, ['audit_entries_by_time']],
])('entriesQuery finds the newest entries by %s on an index, however many match', async (_, filter, walked) => {
  const plan = await planOf(filter);
  const steps = plan.filter(
    (step) => /(SCAN|SEARCH) (link|entry)/.test(step) && !/autoindex|PRIMARY/.test(step),
  );
  const indexes = steps.map((step) => /USING (?:COVERING )?INDEX (\w+)/.exec(step)?.[1]);
  expect([...new Set(indexes)]).toEqual(walked);
});

test('entriesQuery looks up the locations of an entry, never the entry at each of many locations', async () => {
  const links = (await planOf({ ...sixty, user })).filter((step) => /SEARCH link/.test(step));
  expect(links).toEqual(Array(2).fill('SEARCH link EXISTS USING PRIMARY KEY (entry_id=?)'));
});

test('entriesQuery is one statement, however many locations there are', () => {
  const texts = [1, 2, 60].map((count) => {
    const scope = Array.from({ length: count }, () => crypto.randomUUID());
    return entriesQuery(testApp.app.database.read, { scope }, page).compile(testApp.app.database.read).sql;
  });
  expect(new Set(texts).size).toBe(1);
});

const page = { limit: 51, after: null };

async function planOf(filter: Filter): Promise<string[]> {
  const { read } = testApp.app.database;
  const query = entriesQuery(read, filter, page);
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(read);
  return rows.map((row) => row.detail);
}
