import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findPostgresPrograms } from './server/testing/databases/postgres-programs.ts';
import { scratchFolder } from './server/testing/databases/scratch-folder.ts';
import { filesOfOther } from './server/testing/databases/shared-files.ts';

// The tests, the setups below and the servers that they start all read the folder of temporary files from here.
process.env.TMPDIR = scratchFolder();

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL) || findPostgresPrograms() !== null;
const postgresSetup = hasPostgres ? ['./server/testing/databases/global-setup.ts'] : [];
/** A whole run tries most files of the server on one database (docs/decisions/0186). */
const isShared = hasPostgres && process.env.TEST_SHARE === '1';
// No database changes their results, so they run once. They cannot start a server: only the projects below have a
// database.
const pureServerTests = 'server/**/*.pure.test.ts';
const seedSetup = './scripts/test/seed.ts';
// Requests and screens leave much garbage. With V8's initial young generation of 1 MB, collecting it took a sixth of the
// time.
const largeYoungGeneration = ['--min-semi-space-size=16', '--max-semi-space-size=32'];
const webSetup = ['./web/testing/setup.ts'].filter((file) => existsSync(file));

const projects: TestProjectConfiguration[] = [
  {
    test: {
      name: 'checks',
      include: ['contract/**/*.test.ts', 'checks/**/*.test.ts', 'scripts/**/*.test.ts', pureServerTests],
      setupFiles: [seedSetup],
      // Half of their processor time was starting a process for each file.
      isolate: false,
      testTimeout: 60_000,
    },
  },
  // The same files run on both databases.
  serverProject('sqlite'),
  ...(hasPostgres ? [serverProject('postgres')] : []),
  {
    // Without the React Compiler, which only makes the same screens faster. The journeys test its output.
    plugins: [react()],
    test: {
      name: 'web',
      include: ['web/**/*.test.{ts,tsx}'],
      environment: 'jsdom',
      // A browser for each file took twice as long as the tests. `startApp` resets everything that an open page
      // keeps.
      isolate: false,
      execArgv: largeYoungGeneration,
      setupFiles: [seedSetup, ...webSetup],
    },
  },
  {
    test: {
      name: 'e2e',
      include: ['e2e/**/*.test.ts'],
      globalSetup: [...postgresSetup, './server/testing/processes/bundled-server.ts'],
      setupFiles: ['./e2e/support/setup.ts'],
      // One browser for many files: starting one, and loading its driver, is a tenth of the work.
      isolate: false,
      testTimeout: 600_000,
      hookTimeout: 240_000,
      // The default of one second is short for a page on a busy machine.
      expect: { poll: { timeout: 120_000 } },
      sequence: { groupOrder: 1 },
    },
  },
];

// Two parts run at once, with browsers and databases of their own: with a third worker each, journeys took twice as long.
const maxWorkers = Math.max(2, availableParallelism());

// The output of a test is worth reading when the test fails.
export default defineConfig({ test: { projects, silent: 'passed-only', maxWorkers } });

function serverProject(dialect: 'sqlite' | 'postgres'): TestProjectConfiguration {
  return {
    test: {
      name: `server-${dialect}`,
      include: ['server/**/*.test.ts'],
      // The file's name says when only one of the databases runs it.
      exclude: [
        `server/**/*.${dialect === 'sqlite' ? 'postgres' : 'sqlite'}.test.ts`,
        pureServerTests,
        ...(isShared ? filesOfOther(dialect) : []),
      ],
      env: { TEST_DIALECT: dialect },
      setupFiles: [seedSetup],
      // A tenth of the processor time of these tests was hashing.
      alias: { '@node-rs/argon2': resolve(import.meta.dirname, 'server/testing/worlds/quick-argon2.ts') },
      globalSetup: [
        ...(dialect === 'postgres' ? postgresSetup : []),
        './server/testing/databases/template-database.ts',
        './server/testing/processes/bundled-server.ts',
      ],
      // No module of the server has state that belongs to one app: loading them again for every file took half the
      // time.
      isolate: false,
      // Collecting garbage in threads of its own saves waiting, but not the time of processors that are all busy.
      execArgv: [...largeYoungGeneration, '--single-threaded-gc'],
      // Generous: a busy machine must not make a passing test fail.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
    },
  };
}
