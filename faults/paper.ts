import { copyTree, edits, newFiles, type Tree } from '../checks/support/example-entity.ts';
import type { Report } from './support/report.ts';

/** The steps in groups, whose traces do not hide each other, and what the compiler says without each. */
const compiled: Record<string, RegExp>[] = [
  {
    'contract/access/permissions.ts': /^contract\/suppliers\.ts.*"suppliers\.read"/m,
    'server/kernel/database/schema.ts':
      /^server\/features\/suppliers\/suppliers\.repository\.ts.*SuppliersTable/m,
    'server/app.ts': /^server\/app\.ts.*supplier/m,
    'web/app/router.tsx': /^web\/app\/shell\/navigation\/use-navigation\.ts.*'\/suppliers'/m,
    'server/features/suppliers/suppliers.service.ts': /suppliers\.routes\.ts.*suppliers\.service\.ts/,
    'web/features/suppliers/suppliers.api.ts': /suppliers-page\.tsx.*suppliers\.api\.ts/,
    'web/features/suppliers/add-supplier-dialog.tsx': /suppliers-page\.tsx.*add-supplier-dialog\.tsx/,
    'web/features/suppliers/delete-supplier-dialog.tsx': /suppliers-page\.tsx.*delete-supplier-dialog\.tsx/,
  },
  {
    'contract/audit.ts': /suppliers\.service\.ts.*"supplier\.created"/,
    'web/app/shell/navigation/use-navigation.ts': /use-navigation\.ts.*"\/suppliers"/,
    'contract/suppliers.ts': /suppliers\.api\.ts.*contract\/suppliers\.ts/,
    'server/features/suppliers/suppliers.routes.ts': /^server\/app\.ts.*suppliers\.routes\.ts/m,
    'server/features/suppliers/suppliers.repository.ts': /suppliers\.service\.ts.*suppliers\.repository\.ts/,
    'web/features/suppliers/suppliers-page.tsx': /router\.tsx.*suppliers-page\.tsx/,
  },
];

/** What these tests say without a step. */
const tested: [files: readonly string[], only: string, project: string, steps: Record<string, RegExp>] = [
  ['server/kernel/database/migrations.test.ts', 'server/system-tests/access-model.test.ts'],
  'in a new database|has a rule in the model',
  'server-sqlite',
  {
    'server/kernel/database/migrations/0900_suppliers.ts': /suppliers\.manage/,
    'server/testing/access/suppliers.ts': /GET \/api\/suppliers/,
  },
];

/** `checks/features.test.ts` tries this itself. */
const features = ['server/features/suppliers/suppliers.test.ts', 'web/features/suppliers/suppliers.test.tsx'];

/** Makes the entity of docs/add-an-entity.md in a copy of the sources, without one step after the other. */
export async function paper(report: Report): Promise<void> {
  const tree = copyTree();
  try {
    await tryExample(report, tree);
    for (const steps of compiled) compare(report, steps, await without(tree, steps, () => tree.compile()));
    const [files, only, project, steps] = tested;
    const run = () =>
      tree.run('node_modules/vitest/vitest.mjs', 'run', '--project', project, '-t', only, ...files);
    compare(report, steps, await without(tree, steps, run));
  } finally {
    tree.remove();
  }
  const tried = [...compiled, tested[3]].flatMap((steps) => Object.keys(steps)).concat(features);
  const all = [...newFiles, ...Object.keys(edits)];
  report.check('every step was left out', all.sort().join() === tried.sort().join());
}

async function tryExample(report: Report, tree: Tree) {
  tree.leaveOut();
  report.check('with all steps it compiles', (await tree.compile()) === '');
  const said = await tree.run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server-sqlite',
    '--project',
    'web',
    ...features,
  );
  report.check('and its own tests pass', /Tests +2 passed/.test(said) && !said.includes('failed'));
}

function without(tree: Tree, steps: Record<string, RegExp>, look: () => Promise<string>): Promise<string> {
  tree.leaveOut(...Object.keys(steps));
  return look();
}

function compare(report: Report, steps: Record<string, RegExp>, said: string) {
  for (const [step, words] of Object.entries(steps))
    report.check(`${step} is missed when it is left out`, words.test(said));
}
