import { findChromium } from '../../e2e/support/chromium.ts';
import { findPostgresPrograms } from '../../server/testing/postgres-programs.ts';
import { runStep } from './step.ts';
import { runVitest } from './vitest.ts';

const everything =
  '--without-browser leaves out the journeys, --only-browser runs nothing else, names choose test files';

/** All checks of the project in one go: a failing step does not hide the next, and the last line counts them. */
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = options.filter((option) => option !== '--without-browser' && option !== '--only-browser');
if (unknown.length > 0) {
  console.error(`npm test does not know ${unknown.join(', ')}: ${everything}.`);
  process.exit(1);
}
const withBrowser = !options.includes('--without-browser');
const onlyBrowser = options.includes('--only-browser');

const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const skipped: string[] = [];

if (!onlyBrowser) {
  if (files.length > 0) {
    skipped.push('types and lint: only the named test files were asked for');
  } else {
    await step(
      'types of server, contract, checks and scripts',
      tool('typescript/bin/tsc', '-p', 'tsconfig.json'),
    );
    await step('types of the web app', tool('typescript/bin/tsc', '-p', 'web/tsconfig.json'));
    await step('lint and format', tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'));
    await step('unused files, exports and packages', tool('knip/bin/knip.js'));
  }
  if (!process.env.TEST_DATABASE_URL && !findPostgresPrograms()) {
    skipped.push(
      'the server on PostgreSQL: no PostgreSQL 15 or newer found (Debian package postgresql, or TEST_DATABASE_URL)',
    );
  }
  await vitest('unit, server and screen tests', ['--project=!e2e']);
}

if (!withBrowser) {
  skipped.push('browser journeys: --without-browser was given');
} else if (!findChromium()) {
  skipped.push('browser journeys: no Chromium found (Debian package chromium, or its path in CHROMIUM_PATH)');
} else if (await step('web build', ['scripts/build.mjs'])) {
  await vitest('browser journeys', ['--project=e2e']);
}

console.info('');
for (const line of skipped) console.info(`skipped: ${line}`);
for (const line of failures) console.info(`failed: ${line}`);
if (total.passed + total.failed === 0) console.info('No test ran.');
console.info(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function step(name: string, args: string[]): Promise<boolean> {
  const isGood = (await runStep(name, args)) === 0;
  total[isGood ? 'passed' : 'failed'] += 1;
  if (!isGood) failures.push(name);
  return isGood;
}

async function vitest(name: string, args: string[]): Promise<void> {
  const outcome = await runVitest(name, [...args, ...files]);
  total.passed += outcome.passed;
  total.failed += outcome.failures.length;
  failures.push(...outcome.failures);
  skipped.push(...outcome.skipped);
}

function tool(path: string, ...args: string[]): string[] {
  return [`node_modules/${path}`, ...args];
}
