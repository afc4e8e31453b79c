import { parseArgs } from 'node:util';
import type { Report } from './support/report.ts';
import { runTest } from './support/vitest.ts';

/** Cuts access between the read of the permissions and that of the rows, also of API tokens: `--cuts 10000 --seed 1`. */
export async function revocation(report: Report, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { cuts: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const settings = { REVOCATION_CUTS: values.cuts, TEST_SEED: values.seed };
  const holds = await runTest('server/system-tests/revocation.postgres.test.ts', 'postgres', settings);
  report.check(`no row was served after one of ${values.cuts} cuts on three instances`, holds);
  const held = await runTest('server/system-tests/token-revocation.postgres.test.ts', 'postgres', settings);
  report.check(`no row was served to an API token after one of ${values.cuts} cuts`, held);
}
