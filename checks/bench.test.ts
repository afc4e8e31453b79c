import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findPostgresPrograms } from '../server/testing/databases/postgres-programs.ts';

/** Above the limit of the server: a busy machine must not make a passing test fail. */
const timeout = 180_000;

test('npm run bench answers every request, as does the server with one statement on PostgreSQL', {
  timeout,
}, async () => {
  const { PATH, TMPDIR } = process.env;
  const args = ['bench/main.ts', '--quick', '--only', 'one-statement'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH, TMPDIR } });
  for (const kind of ['page', 'search', 'create', 'locations', 'replace'])
    expect(stdout).toMatch(new RegExp(`^sqlite: ${kind}, 16 connections, processor +[\\d.]+ ms`, 'm'));
  if (findPostgresPrograms())
    expect(stdout).toMatch(/^postgres: replace, 1 connection, latency( +[\d.]+ ms){2} +[\d.]+ +≤ 7/m);
});
