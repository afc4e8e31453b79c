import type { Report } from './support/report.ts';
import { runTest } from './support/vitest.ts';

/** Explains and runs every statement of the reads at 100,000 users, and lists the slowest ten. */
export async function plans(report: Report): Promise<void> {
  const settings = { PLANS_MEASURE: 'yes' };
  const holds = await runTest('server/system-tests/scans.postgres.test.ts', 'postgres', settings);
  report.check('no statement reads a large table whole, unless it is listed', holds);
}
