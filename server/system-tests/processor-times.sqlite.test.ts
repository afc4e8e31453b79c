import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillLargeFile, lackEverything } from '../testing/databases/large-chain.ts';
import { isMeasured, MeasuredStatements } from '../testing/databases/measured-statements.ts';
import { type Executed, record } from '../testing/databases/recorded-statements.ts';
import { filterPaths, readPaths, wholeReads } from '../testing/requests/read-paths.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

const searches = ['garcia', 'e1005', '5185550101', 'maria gar', 'jonhson', 'christpoher'];

/** `npm run faults -- plans --database sqlite` */
describe.runIf(isMeasured)('at 100,000 users on SQLite', () => {
  let world: World;
  let file: DatabaseSync;
  let place: string;
  /** A manager of 60 locations. */
  let area: User;
  beforeAll(async () => {
    world = await startWorld();
    area = await world.newUser('Arno Area', ['manager'], [world.locations.millRoad]);
    fillLargeFile(world.app.config.database_file);
    // Nothing else ran meanwhile: the client has yet to notice that its connections have been closed.
    await setTimeout(1000);
    file = new DatabaseSync(world.app.config.database_file);
    file
      .prepare(
        `insert into user_locations (user_id, location_id, created_at)
         select ?, id, created_at from locations order by id limit 60 on conflict do nothing`,
      )
      .run(area.id);
    const found = file.prepare("select id from locations where name = 'Location 17'").get();
    place = (found as { id: string }).id;
  }, 600_000);
  afterAll(async () => {
    file.close();
    await world.close();
  });

  async function statementsOf(actor: User, path: string): Promise<Executed[]> {
    const real = path
      .replace('ADA', world.ada.id)
      .replace('MILL', world.locations.millRoad.id)
      .replaceAll('EMPLOYEE', world.roleIds.employee)
      .replace('ROLE', world.roleIds.manager)
      .replace('PLACE', place)
      // The last week of two years.
      .replace('audit.csv', 'audit.csv?from=2025-11-18T00:00:00Z');
    return record(async () => {
      const answer = await actor.raw('GET', real);
      expect([200, 403, 404], `${path}: ${await answer.text()}`).toContain(answer.status);
    });
  }

  /** Of the least of three runs. */
  function processorMs({ sql, binds }: Executed): number {
    const statement = file.prepare(sql);
    const runs = Array.from({ length: 3 }, () => {
      const before = process.threadCpuUsage();
      statement.all(...(binds as string[]));
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...runs);
  }

  test('no statement but of exports takes above 100 ms of processor', async () => {
    const measured = new MeasuredStatements();
    const paths = [...readPaths, ...Object.keys(wholeReads), ...searches.map((q) => `/api/search?q=${q}`)];
    for (const [name, actor] of Object.entries({ ada: world.ada, area })) {
      for (const path of paths) {
        const executed = await statementsOf(actor, path);
        const distinct = new Map(executed.map((one) => [one.sql, one]));
        for (const statement of distinct.values())
          await measured.add(`${name} ${path}`, statement, () => processorMs(statement));
      }
    }
    expect(measured.report(100)).toEqual([]);
  });

  test.each([
    'nobody',
    'the oldest user',
    'everybody',
  ] as const)('no statement of a filter takes above 50 ms of processor while %s lacks what it looks for', async (who) => {
    lackEverything(world.app.config.database_file, who);
    const measured = new MeasuredStatements();
    for (const path of filterPaths)
      for (const statement of await statementsOf(world.ada, path))
        await measured.add(`${who} ${path}`, statement, () => processorMs(statement));
    expect(measured.report(50)).toEqual([]);
  }, 600_000);
});
