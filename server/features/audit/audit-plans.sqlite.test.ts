import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { entriesQuery, type Filter } from './audit.repository.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const byStore = 'audit_entry_locations_by_location';
const [store, person] = [crypto.randomUUID(), crypto.randomUUID()];
const everything: Filter = { reach: null };

test.each<[string, Filter, string[]]>([
  ['nothing', everything, ['audit_entries_by_time']],
  ['a store', { ...everything, location: store }, [byStore]],
  ['a store and a person', { ...everything, location: store, person }, [byStore]],
  ['own stores', { reach: [store, crypto.randomUUID()] }, [byStore]],
  ['a person', { ...everything, person }, ['audit_entries_by_actor', 'audit_entries_by_subject']],
  ['an action', { ...everything, action: 'user.deleted' }, ['audit_entries_by_action']],
  ['a time', { ...everything, from: '2020-03-01T00:00:00.000Z' }, ['audit_entries_by_time']],
])('the newest entries by %s are found by walking an index, however many match', async (_, filter, walked) => {
  const plan = await planOf(filter);
  const steps = plan.filter(
    (step) => /(SCAN|SEARCH) (link|entry)/.test(step) && !/autoindex|PRIMARY/.test(step),
  );
  expect(steps.map((step) => /USING (?:COVERING )?INDEX (\w+)/.exec(step)?.[1])).toEqual(
    filter.reach ? [...walked, ...walked] : walked,
  );
});

async function planOf(filter: Filter): Promise<string[]> {
  const { read } = testApp.app.database;
  const query = entriesQuery(read, filter, { limit: 51, after: null });
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(read);
  return rows.map((row) => row.detail);
}
