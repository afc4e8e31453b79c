import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { admin } from '../commands/admin.ts';
import { runCommand } from '../testing/processes/commands.ts';
import { startRefused } from '../testing/processes/server-process.ts';
import { startTestApp, type TestApp } from '../testing/worlds/test-app.ts';

let testApp: TestApp;
let env: Record<string, string>;
let keyFile: string;
beforeEach(async () => {
  testApp = await startTestApp();
  const { data_dir } = testApp.app.config;
  env = { DATA_DIR: data_dir };
  keyFile = join(data_dir, 'secret.key');
});
afterEach(() => testApp.close());

/**
 * The message of every process that opens the database before it ends with 1; the first test sees the server print
 * it.
 */
async function refusalOf() {
  const error = await runCommand(admin, env, '--list').catch((error) => error);
  return { code: error.code, output: error.stderr?.trim() };
}

test('createSecrets does not replace a missing secret.key', async () => {
  const key = await readFile(keyFile);
  await rm(keyFile);
  const refusal = {
    code: 1,
    output:
      `${keyFile} is missing, and parts of this database are encrypted with it. Put it back from a backup or from ` +
      'another server of this database, or set the earlier SECRET_KEY.',
  };
  expect(await startRefused(env)).toEqual(refusal);
  expect(existsSync(keyFile)).toBe(false);
  // A second attempt does not replace it either.
  expect(await refusalOf()).toEqual(refusal);
  await writeFile(keyFile, key);
});

test.each([
  ['is empty', '', 'is not a key: it has less than 32 characters.'],
  ['was cut short', 'abc\n', 'is not a key: it has less than 32 characters.'],
  [
    'belongs to another database',
    `${'k'.repeat(43)}\n`,
    'is not the key that parts of this database are encrypted with.',
  ],
])('createSecrets refuses a secret.key that %s, and does not change it', async (_, text, reason) => {
  await writeFile(keyFile, text);
  const { code, output } = await refusalOf();
  expect(code).toBe(1);
  expect(output).toBe(`${keyFile} ${reason} Put the right one back from a backup.`);
  expect(await readFile(keyFile, 'utf8')).toBe(text);
});

test('createSecrets refuses a secret.key that is not a file', async () => {
  await rm(keyFile);
  await mkdir(keyFile);
  expect(await refusalOf()).toEqual({
    code: 1,
    output: `${keyFile} cannot be read (EISDIR). Put the right one back from a backup.`,
  });
});
