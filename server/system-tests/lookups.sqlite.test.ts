import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planImport } from '../../contract/runs.ts';
import { listUsers } from '../../contract/users.ts';
import { fillLargeFile, lackEverything } from '../testing/databases/large-chain.ts';
import { type Executed, record } from '../testing/databases/recorded-statements.ts';
import { scansOf } from '../testing/databases/sqlite-plans.ts';
import { filterPaths } from '../testing/requests/read-paths.ts';
import { upload } from '../testing/requests/upload.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
let file: DatabaseSync;
beforeAll(async () => {
  world = await startWorld();
  fillLargeFile(world.app.config.database_file, 3000);
  file = new DatabaseSync(world.app.config.database_file);
});
afterAll(async () => {
  file.close();
  await world.close();
});

test('the columns that may be null and are unique are those whose lookups are tested here', () => {
  const optional = `select distinct tables.name || '.' || part.name as name
    from sqlite_schema as tables, pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as part
      join pragma_table_info(tables.name) as details on details.name = part.name
    where tables.type = 'table' and indexes."unique" = 1 and details."notnull" = 0 and details.pk = 0 order by 1`;
  expect(
    file
      .prepare(optional)
      .all()
      .map(({ name }) => name),
  ).toEqual([
    // Together with its user.
    'auth_factors.name_key',
    // Of sign-ins that wait: ten minutes' worth.
    'auth_flows.code_hash',
    // Costs of all locations have an index of their own.
    'fuel_costs.location_id',
    'locations.number_key',
    'users.employee_number_key',
  ]);
});

async function planned(about: 'users' | 'locations', lines: string[]): Promise<Executed[]> {
  const { id, file: facts } = (await upload(world.ada, about, lines.join('\n'))).ok();
  return record(async () => {
    (await world.ada.call(planImport, { params: { id }, body: { mapping: facts?.mapping ?? [] } })).ok();
    await world.workOnRuns();
  });
}

const users = Array.from({ length: 70 }, (_, n) => `N${n},Bea ${n},bea${n}@northline.example`);
const locations = Array.from({ length: 70 }, (_, n) => `L${n},1 Road,Albany,NY,12207`);

test.each([
  ['nobody', 'null'],
  ['everybody', "'n' || rowid"],
])('planning an import reads no table whole to find numbers that %s has', async (_, value) => {
  file.exec(
    `update users set employee_number_key = ${value}; update locations set number_key = ${value}; analyze`,
  );
  const executed = [
    ...(await planned('users', ['Employee number,Full name,Email', ...users])),
    ...(await planned('locations', ['Number,Address,City,State,ZIP', ...locations])),
  ];
  const lookups = ['employee_number_key', 'number_key'].flatMap((column) => {
    const found = executed.filter(({ sql }) => new RegExp(`\\b${column}\\b.* in \\(`).test(sql));
    expect(found.length, column).toBeGreaterThan(0);
    return found;
  });
  const tables = ['users', 'locations'];
  const scans = lookups.flatMap((one) => scansOf(file, one, tables, { isPageAllowed: false }));
  expect(scans).toEqual([]);
});

describe.each([
  'nobody',
  'the oldest user',
  'everybody',
] as const)('while %s lacks role, location and account', (who) => {
  beforeAll(() => lackEverything(world.app.config.database_file, who));

  // The page of an order reads some rows of it first.
  const sorts = ['', '&sort=name', '&sort=-email'];
  test.each(filterPaths)('GET %s never walks along all users in one statement, in no order', async (path) => {
    const real = path.replaceAll('EMPLOYEE', world.roleIds.employee);
    for (const sort of sorts) {
      const executed = await record(async () => {
        const answer = await world.ada.raw('GET', `${real}${sort}&limit=20`);
        expect(answer.status, await answer.text()).toBe(200);
      });
      const isEnd = ({ sql }: Executed) => sql.includes(' offset ');
      const scans = executed.filter(
        (one) => !isEnd(one) && scansOf(file, one, ['users'], { isPageAllowed: false }).length > 0,
      );
      // The last step has no end: the statement before it looked for one.
      expect(scans.length, scans.map(({ sql }) => sql).join('\n')).toBeLessThanOrEqual(
        executed.filter(isEnd).length,
      );
    }
  });

  test('the filter by role finds whom it should', async () => {
    const { users, total } = (await world.ada.call(listUsers, { query: { role: 'none', limit: 1000 } })).ok();
    const expected = { nobody: 0, 'the oldest user': 1, everybody: 3000 }[who];
    expect([users.length, total]).toEqual([Math.min(expected, 1000), expected]);
  });
});
