import { expect, test } from 'vitest';
import { runCommand, startCommand } from '../testing/processes/commands.ts';
import { admin } from './admin.ts';

test.each([
  [[], /^--email: Required/],
  [['--list', '--email', 'x@northline.example'], /^--list takes no other options/],
  [['--rotate-keys', '--email', 'x@northline.example'], /^--rotate-keys takes no other options/],
  [['--email', 'nobody'], /^--email: Please enter a valid email address/],
  [['--email', 'x@northline.example', '--name', ' '], /^--name: Full name is required/],
  [['olga@northline.example'], /^Unexpected argument/],
])('npm run admin refuses the arguments %j and prints the usage', async (args, message) => {
  const refused: unknown = await runCommand(admin, {}, ...args).catch((error) => error);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
  expect(refused).toMatchObject({ stderr: expect.stringContaining('npm run admin -- --email') });
});

test('a command that refuses its arguments ends its process with 1', async () => {
  const stderr = expect.stringMatching(/^--email: Required/);
  await expect(startCommand('admin', {})).rejects.toMatchObject({ code: 1, stdout: '', stderr });
});
