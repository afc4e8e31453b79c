import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listUsers } from '../contract/users.ts';
import { startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { createClient } from '../server/testing/requests/client.ts';
import * as chain from './support/chain.ts';
import { Instance } from './support/instance.ts';
import { temporaryFolder } from './support/program.ts';
import type { Report } from './support/report.ts';

const root = resolve(import.meta.dirname, '..');
const migrations = 'server/kernel/database/migrations';
/** Servers since this migration work on newer databases (docs/decisions/0086). */
const firstTolerant = '0039_compatible_from.ts';

/** The release before: its server beside today's on one database, its backups, and its tests on today's schema. */
export async function upgrade(report: Report, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { from: { type: 'string' } },
    allowPositionals: true,
  });
  const commit = findCommit(values.from);
  const folder = join(temporaryFolder(), 'release');
  git('worktree', 'add', '--detach', folder, commit);
  process.prependOnceListener('exit', () => git('worktree', 'remove', '--force', folder));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  report.note(`The release before is ${version}, ${git('log', '-1', '--format=%h of %cs', commit)}.`);
  if (
    readFileSync(join(folder, 'package-lock.json'), 'utf8') !==
    readFileSync(join(root, 'package-lock.json'), 'utf8')
  )
    report.note('It runs with the packages of today: its package-lock.json differs.');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await runBoth(report, folder);
  await restoreBackup(report, folder, 'SQLite', ['', '']);
  const cluster = await startPostgresCluster();
  const names = ['before', 'today'];
  for (const name of names) await chain.query(cluster.url, `create database ${name}`);
  const urls = names.map((name) => new URL(name, cluster.url).href);
  await restoreBackup(report, folder, 'PostgreSQL', urls).finally(() => cluster.stop());
  const added = takeMigrations(folder);
  report.note(`Migrations since then: ${added.join(', ') || 'none'}.`);
  await runTests(
    report,
    folder,
    positionals.length > 0 ? positionals : ['server/features', 'server/system-tests'],
  );
}

/** Where nothing is named, the last commit before this one that raised the version. */
function findCommit(named: string | undefined): string {
  if (!existsSync(join(root, '.git')))
    throw new Error('There is no history of git here, so no release before this one. Run it in a checkout.');
  if (named !== undefined) return git('rev-parse', '--verify', `${named}^{commit}`);
  const isCut = git('rev-parse', '--is-shallow-repository') === 'true';
  const releases = isCut ? '' : git('log', '--format=%H', '-G"version": "', 'HEAD~', '--', 'package.json');
  const [last] = releases.split('\n').filter((line) => line !== '');
  if (last === undefined)
    throw new Error(
      'The history of git has no release before this one. Fetch it whole, or name a commit with --from.',
    );
  return last;
}

function git(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}

/** Today's server migrates; then both serve, and one reads what the other wrote. */
async function runBoth(report: Report, folder: string): Promise<void> {
  const cluster = await startPostgresCluster();
  const env = {
    DATABASE_URL: cluster.url,
    PUBLIC_URL: 'http://localhost',
    SECRET_KEY: 'the same key for both of the servers',
  };
  const today = await Instance.make('today', env);
  const before = await Instance.make('before', env, folder);
  try {
    await today.start();
    const token = await chain.signUp(today.url);
    const refusal = await before.start().then(
      () => null,
      (error: Error) => error.message,
    );
    if (!existsSync(join(folder, migrations, firstTolerant))) {
      report.note(
        `Its server does not know ${firstTolerant} yet and does not start on a newer database: ${refusal}`,
      );
      return;
    }
    report.check(`its server starts on today's database${refusal ? `: ${refusal}` : ''}`, refusal === null);
    if (refusal !== null) return;
    const written = [
      ...(await chain.addUsers(before.url, token, 20)),
      ...(await chain.addUsers(today.url, token, 20)),
    ];
    const run = await chain.startRun(before.url, token, written);
    const { state } = await chain.readRun(today.url, token, run, (found) => found.state !== 'applying');
    report.check(
      `what it writes, today's server reads: a run over both servers' users is ${state}`,
      state === 'done',
    );
  } finally {
    await before.end('SIGKILL');
    await today.end('SIGKILL');
    await cluster.stop();
  }
}

/** A backup of its server by its own command; today's command restores it, and today's server upgrades it. */
async function restoreBackup(report: Report, folder: string, kind: string, [from, to]: string[]) {
  const env = { PUBLIC_URL: 'http://localhost', SECRET_KEY: 'the same key for both of the servers' };
  const before = await Instance.make('before', { ...env, DATABASE_URL: from ?? '' }, folder);
  const today = await Instance.make('today', { ...env, DATABASE_URL: to ?? '' });
  const backups = temporaryFolder();
  try {
    await before.start();
    const ids = await chain.addUsers(before.url, await chain.signUp(before.url), 20);
    await before.end('SIGTERM');
    await before.command('backup', '--to', backups);
    const [name = ''] = readdirSync(backups);
    await today.command('restore', '--from', join(backups, name));
    await today.start();
    const client = createClient(today.url, await chain.signIn(today.url));
    const { total } = (await client.call(listUsers, { query: { limit: 1 } })).ok();
    report.check(
      `a backup of its server on ${kind} is restored and upgraded, with ${total} users`,
      total === ids.length + 1,
    );
  } finally {
    await before.end('SIGKILL');
    await today.end('SIGKILL');
  }
}

/** Its tests then make their databases with today's schema. Returns the names of the added migrations. */
function takeMigrations(folder: string): string[] {
  const theirs = join(folder, migrations);
  const known = readdirSync(theirs);
  rmSync(theirs, { recursive: true });
  cpSync(join(root, migrations), theirs, { recursive: true });
  return readdirSync(theirs).filter((name) => !known.includes(name));
}

async function runTests(report: Report, folder: string, files: string[]): Promise<void> {
  const projects = ['sqlite', 'postgres'].map((name) => `--project=server-${name}`);
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--reporter=dot', ...files],
    { cwd: folder, stdio: 'inherit', env: { ...process.env, CI: '1' } },
  );
  const [code] = await once(child, 'exit');
  report.check(`its tests on today's schema: ${files.join(', ')}`, code === 0);
}
