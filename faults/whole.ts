import type { Report } from './support/report.ts';
import { runTest } from './support/vitest.ts';

/** What a whole run of the tests leaves to one database or to a small count (docs/decisions/0186). */
export async function whole(report: Report): Promise<void> {
  for (const database of ['sqlite', 'postgres']) {
    const holds = await runTest('server', database, { PLAN_RUNS: '200' });
    report.check(`all tests of the server hold on ${database}, with 200 random previews of each kind`, holds);
  }
}
