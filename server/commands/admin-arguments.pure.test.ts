import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bareEnvironment } from '../testing/processes/bare-environment.ts';
import { noSettingsFile } from '../testing/processes/no-settings-file.ts';

/** Runs the command, which reads its arguments before it opens a database. */
function runAdmin(...args: string[]) {
  const command = ['server/commands/admin.ts', ...noSettingsFile, ...args];
  return promisify(execFile)(process.execPath, command, { env: bareEnvironment });
}

test.each([
  [[], /^--email: Required/],
  [['--list', '--email', 'x@northline.example'], /^--list takes no other options/],
  [['--rotate-keys', '--email', 'x@northline.example'], /^--rotate-keys takes no other options/],
  [['--email', 'nobody'], /^--email: Please enter a valid email address/],
  [['--email', 'x@northline.example', '--name', ' '], /^--name: Full name is required/],
  [['olga@northline.example'], /^Unexpected argument/],
])('npm run admin refuses the arguments %j and prints the usage', async (args, message) => {
  const refused: unknown = await runAdmin(...args).catch((error) => error);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
  expect(refused).toMatchObject({ stderr: expect.stringContaining('npm run admin -- --email') });
});
