// Faults on purpose, with the real programs: npm run faults -- <name>
//
// Ends with exit code 1 when something did not hold. The last results are in docs/promises.md.
//
//   model       Random decisions of the server and of the access model: -- model [--decisions 100000]
//     [--database sqlite|postgres] [--seed 1]
import { model } from './model.ts';
import { Report } from './support/report.ts';

const faults: Record<string, (report: Report, args: string[]) => Promise<void>> = {
  model,
};

const [name = '', ...args] = process.argv.slice(2);
const run = faults[name];
if (!run) {
  console.error(`Say which: ${Object.keys(faults).join(', ')}. faults/main.ts says what each does.`);
  process.exit(1);
}
const report = new Report();
process.once('SIGINT', () => process.exit(130));
try {
  await run(report, args);
} catch (error) {
  report.check(error instanceof Error ? error.message : String(error), false);
}
process.exit(report.end());
