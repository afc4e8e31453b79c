import { parseArgs } from 'node:util';
import type { Report } from './support/report.ts';
import { runTest } from './support/vitest.ts';

/** Cuts the access of readers whose streams are open on another server: `--cuts 1000`. */
export async function streams(report: Report, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { cuts: { type: 'string', default: '1000' } } });
  const holds = await runTest('server/features/changes/changes.postgres.test.ts', 'postgres', {
    STREAM_CUTS: values.cuts,
  });
  report.check(`nothing was told later than a second after one of ${values.cuts} cuts`, holds);
}
