import { execFile } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Command } from '../../commands/command-line.ts';
import { bareEnvironment } from './bare-environment.ts';
import { noSettingsFile } from './no-settings-file.ts';

/** Rejects with the whole output when the exit code is not 0. */
type Printed = Promise<{ stdout: string; stderr: string }>;

/** The command line of a command in a process of its own. */
export function commandLine(name: string, ...args: string[]): [program: string, args: string[]] {
  return [process.execPath, ['server/commands/main.ts', name, ...noSettingsFile, ...args]];
}

/** Runs a command in a process of its own, as an operator does. */
export function startCommand(name: string, env: Record<string, string>, ...args: string[]): Printed {
  return promisify(execFile)(...commandLine(name, ...args), { env: { ...bareEnvironment, ...env } });
}

/**
 * Runs a command in this process, to test its effect and output. Starting a process is most of the work of a command.
 */
export async function runCommand(command: Command, env: Record<string, string>, ...args: string[]): Printed {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await command({
    args: [...noSettingsFile, ...args],
    env: { ...bareEnvironment, ...env },
    stdin: Readable.from([]),
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  const printed = { stdout: await text(stdout), stderr: await text(stderr) };
  if (code === 0) return printed;
  throw Object.assign(new Error(`Exit code ${code}\n${printed.stderr}`), { code, ...printed });
}
