import { parseArgs } from 'node:util';
import type { Report } from './support/report.ts';
import { runTest } from './support/vitest.ts';

/** Cuts access while requests of sessions and API tokens are answered: `--cuts 10000 --database sqlite --seed 1`. */
export async function revocation(report: Report, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      cuts: { type: 'string', default: '10000' },
      database: { type: 'string', default: 'postgres' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { cuts, database, seed } = values;
  const settings = { REVOCATION_CUTS: cuts, TEST_SEED: seed };
  const holds = await runTest('server/system-tests/revocation.test.ts', database, settings);
  report.check(`no row was served after one of ${cuts} cuts on ${database}`, holds);
}
