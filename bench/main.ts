import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Dialect } from '../server/kernel/database/database.ts';
import { findPostgresPrograms } from '../server/testing/postgres-programs.ts';
import { measureAccess } from './access.ts';
import { measureAuditShare } from './audit-share.ts';
import { compareWithBare, type Pace } from './compare.ts';
import { type Fixture, makeFixture } from './fixture.ts';
import { measureFullList } from './lists.ts';
import { measureMemory, measureWarmStart } from './process-measures.ts';
import { type Measure, printTable } from './report.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';
import { measureSignIn } from './sign-in.ts';
import { measureCrowd } from './sign-in-crowd.ts';
import { measureWeb } from './web.ts';

const usage = `Measures Canopy against bare yardsticks on this machine and prints ratios; asserts nothing.
  npm run bench -- [--quick] [--only ${['page', 'read', 'create', 'replace', 'search', 'bulk'].join('|')}|list|access|sign-in|crowd|audit|start|memory|web] [--database sqlite|postgres]`;

const options = readOptions();
const pace: Pace = options.quick ? { rounds: 3, roundMs: 700 } : { rounds: 7, roundMs: 1500 };
const wants = (name: string) => !options.only || options.only === name;
const compared = (Object.keys(scenarios) as ScenarioName[]).filter(wants);

console.info(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}. bare: node:http with the same driver and statements.`,
);
for (const dialect of databases()) {
  console.info(`\n${dialect}: 1,000 locations and 10,000 users are being made …`);
  const fixture = await makeFixture(dialect);
  try {
    printTable(
      `${dialect}, 16 connections: requests a second, slowest of 95 %, processor time of the server each`,
      await measureServer(fixture),
    );
    if (dialect === 'sqlite' && wants('web'))
      printTable('web, in Chromium', await measureWeb(fixture, options.quick));
  } finally {
    await fixture.remove();
  }
}

async function measureServer(fixture: Fixture): Promise<Measure[]> {
  const measures: Measure[] = [];
  if (wants('start')) measures.push(await measureWarmStart(fixture, options.quick ? 3 : 7));
  if (wants('memory')) measures.push(...(await measureMemory(fixture)));
  if (wants('list')) measures.push(...(await measureFullList(fixture, options.quick ? 3 : 9)));
  if (compared.length > 0) measures.push(...(await compareWithBare(fixture, compared, pace)));
  if (wants('access')) measures.push(...(await measureAccess(fixture, pace)));
  if (wants('audit')) measures.push(...(await measureAuditShare(fixture, pace)));
  if (wants('crowd')) measures.push(...(await measureCrowd(fixture, pace)));
  if (wants('sign-in')) measures.push(await measureSignIn(fixture, pace));
  return measures;
}

function databases(): Dialect[] {
  if (options.only === 'web') return ['sqlite'];
  if (options.database) return [options.database];
  if (findPostgresPrograms()) return ['sqlite', 'postgres'];
  console.info('PostgreSQL is not measured: none is installed here.');
  return ['sqlite'];
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        database: { type: 'string' },
      },
    });
    const { quick, only, database } = values;
    const names = [
      ...Object.keys(scenarios),
      'list',
      'access',
      'sign-in',
      'crowd',
      'audit',
      'start',
      'memory',
      'web',
    ];
    if (only && !names.includes(only)) throw new Error(`There is no measurement '${only}'.`);
    if (database && database !== 'sqlite' && database !== 'postgres')
      throw new Error(`There is no database '${database}'.`);
    return { quick, only, database: database as Dialect | undefined };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exit(1);
  }
}
