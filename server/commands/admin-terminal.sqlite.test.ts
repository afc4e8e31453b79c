import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from '../testing/processes/bare-environment.ts';
import { commandLine } from '../testing/processes/commands.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Debian's `script` runs a program in a terminal and types its own input. */
const terminalProgram = '/usr/bin/script';

/** Types the answer; null closes the input. */
async function runAdminOnTerminal(answer: string | null, ...args: string[]) {
  const command = commandLine('admin', ...args)
    .flat()
    .join(' ');
  const child = spawn(terminalProgram, ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...bareEnvironment, DATA_DIR: world.app.config.data_dir },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const wasAsked = output.includes('[y/N]');
    output += text;
    if (!wasAsked && output.includes('[y/N]')) child.stdin.end(answer === null ? '' : `${answer}\n`);
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

async function idOf(email: string): Promise<string | undefined> {
  const { read } = world.app.database;
  const query = read.selectFrom('users').select('id').where('email_key', '=', email);
  return (await query.executeTakeFirst())?.id;
}

test.skipIf(!existsSync(terminalProgram))(
  'on a terminal the operator is asked, and only a yes counts',
  async () => {
    const email = 'asked@northline.example';
    const question = `No user has the email ${email}. Make a new administrator of it? [y/N]`;
    for (const answer of ['yellow', null]) {
      const { code, output } = await runAdminOnTerminal(answer, '--email', email);
      expect(output).toContain(question);
      expect(output).toContain('Nothing was changed.');
      expect(code).toBe(1);
    }
    expect(await idOf(email)).toBeUndefined();
    const { code, output } = await runAdminOnTerminal('y', '--email', email);
    expect(output).toContain(`${email} was added as an administrator.`);
    expect(code).toBe(0);
  },
);
