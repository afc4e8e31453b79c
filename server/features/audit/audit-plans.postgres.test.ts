import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/worlds/test-app.ts';
import { entriesQuery } from './audit.repository.ts';

const locations = Array.from({ length: 60 }, () => crypto.randomUUID());
const limit = 20;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.app.database.write(async (tx) => {
    // A hundred entries at each location, and newer ones without a location.
    await sql`insert into audit_entries (id, at, actor_name, action, subject_type, subject_name, details, via, ip, user_agent)
      select gen_random_uuid(), timestamptz '2020-01-01' + n * interval '1 minute', 'A', 'user.updated', 'user', 'B',
        '{}', 'screen', '', ''
      from generate_series(1, 16000) as n`.execute(tx);
    await sql`insert into audit_entry_locations (entry_id, location_id, at, location_name)
      select id, (${`{${locations.join()}}`}::uuid[])[1 + place % 60], at, 'C'
      from (select id, at, row_number() over (order by at) as place from audit_entries) as entry
      where place <= 6000`.execute(tx);
    await sql`analyze audit_entries, audit_entry_locations`.execute(tx);
  });
});
afterAll(() => testApp.close());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];

test('entriesQuery takes no more entries than a page of each location has', async () => {
  const { read } = testApp.app.database;
  const query = entriesQuery(read, { scope: locations }, { limit, after: null });
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }];
  }>`explain (analyze, format json) ${query}`.execute(read);
  const taken = steps(rows[0]?.['QUERY PLAN'][0].Plan as Plan);
  expect(taken.map((step) => step['Index Name'])).toContain('audit_entry_locations_by_location');
  for (const step of taken) {
    expect(step['Actual Rows'] * step['Actual Loops']).toBeLessThanOrEqual(limit * locations.length);
  }
});
