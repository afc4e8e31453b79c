import { parseArgs } from 'node:util';
import type { Report } from './support/report.ts';
import { runTest } from './support/vitest.ts';

/** Compares the server with the access model: `--decisions 100000 --database sqlite --seed 1`. */
export async function model(report: Report, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      decisions: { type: 'string', default: '100000' },
      database: { type: 'string', default: 'sqlite' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { decisions, database, seed } = values;
  const settings = { MODEL_DECISIONS: decisions, TEST_SEED: seed };
  const holds = await runTest('server/system-tests/access-model.test.ts', database, settings);
  report.check(`${decisions} decisions on ${database} are those of the model, seed ${seed}`, holds);
}
