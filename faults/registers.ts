import { parseArgs } from 'node:util';
import type { Report } from './support/report.ts';
import { runTest } from './support/vitest.ts';

/** The figures of registers against a second model, in any order, and after kills: `--days 10000 --orders 20`. */
export async function registers(report: Report, args: string[]): Promise<void> {
  const number = (usual: string) => ({ type: 'string', default: usual }) as const;
  const { values } = parseArgs({
    args,
    options: {
      days: number('10000'),
      orders: number('20'),
      files: number('3000'),
      database: number('sqlite'),
    },
  });
  const { days, orders, files, database } = values;
  const folder = 'server/features/registers';
  const model = await runTest(`${folder}/figures/figures.pure.test.ts`, 'none', { FIGURES_RUNS: days });
  report.check(`the second model agreed on ${days} random days`, model);
  const order = { ORDER_DAYS: '31', ORDER_RUNS: orders };
  const same = await runTest(`${folder}/register-order.test.ts`, database, order);
  report.check(`the files of a month in ${orders} orders, each twice, gave the same figures`, same);
  const crash = await runTest(`${folder}/registers-crash.test.ts`, database, { CRASH_FILES: files });
  report.check(`after kill -9 of server and program, ${files} files were counted once`, crash);
}
