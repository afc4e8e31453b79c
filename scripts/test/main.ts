import { findChromium } from '../../e2e/support/chromium.ts';
import { findPostgresPrograms } from '../../server/testing/databases/postgres-programs.ts';
import { closing, secondTry, slowest } from './outcomes.ts';
import { type Outcome, runProgram, timed } from './part.ts';
import { findTests, runTests } from './vitest.ts';

const known = ['--quick', '--only-browser', '--both'];
const everything =
  '--quick leaves out PostgreSQL and the journeys, --only-browser runs nothing but the journeys, --both runs all tests of the server on both databases, words choose test files by their path';

/** The parts of the run. Short parts come last, so that no processor is idle at the end. */
const longestFirst = ['server-postgres', 'e2e', 'web', 'server-sqlite', 'checks'];

/** All checks of the project in one go: a failing part does not hide the next, and the last line counts the tests. */
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = options.filter((option) => !known.includes(option));
if (unknown.length > 0) {
  console.error(`npm test does not know ${unknown.join(', ')}: ${everything}.`);
  process.exit(1);
}
/** What a change is most likely to break, in a third of the time (docs/decisions/0186). */
const isQuick = options.includes('--quick');
const onlyBrowser = options.includes('--only-browser');
/** A whole run tries most files of the server on one of the databases (docs/decisions/0186). */
const isShared = words.length === 0 && !isQuick && !options.includes('--both');

const start = performance.now();
const found = await findTests(words);
const outcomes: Outcome[] = [];

if (found.unknown.length > 0) {
  console.info(`No test file has ${found.unknown.join(' or ')} in its path.`);
} else {
  // Two at a time, so that one computes while the other waits.
  const parts = listParts();
  const runNext = async (): Promise<void> => {
    const part = parts.shift();
    if (part) await part().then(runNext);
  };
  await Promise.all([runNext(), runNext()]);
  console.info(`       ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  in all`);
  if (words.length === 0) console.info(`\nThe slowest files:\n${slowest(outcomes, 10).join('\n')}`);
}
// Who names files wants to see at once what fails.
const tried =
  words.length > 0 ? outcomes : await secondTry(outcomes, (project, file) => runTests(project, [file]));
const { lines, isGood } = closing(tried);
console.info(`\n${lines.join('\n')}`);
process.exitCode = isGood ? 0 : 1;

function listParts(): (() => Promise<unknown>)[] {
  if (onlyBrowser) return found.projects.includes('e2e') ? [runJourneys] : [];
  if (isQuick) skip('the server on PostgreSQL and the browser journeys: --quick was given');
  else if (!process.env.TEST_DATABASE_URL && !findPostgresPrograms())
    skip(
      'the server on PostgreSQL: no PostgreSQL 15 or newer found (Debian package postgresql, or TEST_DATABASE_URL)',
    );
  if (words.length > 0) skip('types and lint: only the named test files were asked for');
  const projects = found.projects
    .filter((project) => !(isQuick && ['server-postgres', 'e2e'].includes(project)))
    .toSorted((a, b) => longestFirst.indexOf(a) - longestFirst.indexOf(b))
    .map((project) => (project === 'e2e' ? runJourneys : () => runProject(project)));
  return [...projects, ...(words.length > 0 ? [] : [checkTypes, checkTree])];
}

async function checkTypes() {
  await step(
    'types of server, contract, checks and scripts',
    tool('typescript/bin/tsc', '-p', 'tsconfig.json'),
  );
  await step('types of the web app', tool('typescript/bin/tsc', '-p', 'web/tsconfig.json'));
}

async function checkTree() {
  await step('lint and format', tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'));
  await step('unused files, exports and packages', tool('knip/bin/knip.js'));
}

async function runProject(project: string) {
  outcomes.push(await runTests(project, words, isShared ? { TEST_SHARE: '1' } : {}));
}

async function runJourneys() {
  if (!findChromium())
    return skip(
      'browser journeys: no Chromium found (Debian package chromium, or its path in CHROMIUM_PATH)',
    );
  if (await step('web build', ['scripts/build.mjs'])) await runProject('e2e');
  else skip('browser journeys: there is no web app to go through');
}

/** A part that is no test counts only when it fails. */
async function step(name: string, args: string[]): Promise<boolean> {
  const outcome = await timed(name, async () => {
    const { code, output } = await runProgram(args);
    return { outcome: { passed: 0, failures: code === 0 ? [] : [name], skipped: [] }, output };
  });
  outcomes.push(outcome);
  return outcome.failures.length === 0;
}

function skip(reason: string) {
  outcomes.push({ passed: 0, failures: [], skipped: [reason] });
}

function tool(path: string, ...args: string[]): string[] {
  return [`node_modules/${path}`, ...args];
}
