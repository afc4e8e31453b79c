import { parseArgs } from 'node:util';
import type { Report } from './support/report.ts';
import { runTest } from './support/vitest.ts';

const files: Record<string, string> = {
  postgres: 'server/system-tests/scans.postgres.test.ts',
  sqlite: 'server/system-tests/processor-times.sqlite.test.ts',
};

/** Measures the processor time of every statement of the reads at 100,000 users; on PostgreSQL it also explains them. */
export async function plans(report: Report, args: string[]): Promise<void> {
  const { database } = parseArgs({
    args,
    options: { database: { type: 'string', default: 'postgres' } },
  }).values;
  const file = files[database];
  if (!file) throw new Error(`Say --database ${Object.keys(files).join(' or ')}.`);
  const holds = await runTest(file, database, { PLANS_MEASURE: 'yes' });
  report.check(`no statement of a read takes too long at 100,000 users on ${database}`, holds);
}
